import type { Ids } from './ids.js';
import { merchantAccount, oauthClients, type MerchantAccount, type MerchantOverrides } from './merchant.js';

/** Settings of a world's account. Its credentials are generated. */
export type WorldMerchant = Omit<MerchantOverrides, 'credentials' | 'otherMerchant'>;

/** Returns the account of a world, with credentials that no other world has. */
export function worldAccount(id: string, ids: Ids, merchant: WorldMerchant = {}): MerchantAccount {
  const client = (name: string) => ({
    clientId: `${name}.${id}.simulator.localhost`,
    clientSecret: `simulator-${name}-${ids.hex(24).toLowerCase()}`,
  });
  const main = { merchantId: ids.uuid(), apikey: `simulator-api-key-${ids.hex(24).toLowerCase()}` };
  const credentials = {
    merchant: { ...main, ...client('checkout') },
    cloudTerminal: client('pos'),
    isv: {
      ...client('isv'),
      resellerId: ids.uuid(),
      resellerApiKey: `simulator-reseller-api-key-${ids.hex(24).toLowerCase()}`,
    },
    marketplace: { ...main, ...client('marketplace') },
    dataServices: client('data'),
    accountTransactions: client('accounts'),
  };
  const otherMerchant = {
    merchantId: ids.uuid(),
    openingBalance: merchantAccount().otherMerchant.openingBalance,
  };
  const keys = { webhookKey: ids.hex(40), isvWebhookKey: ids.hex(40) };
  return merchantAccount({ ...keys, ...merchant, credentials, otherMerchant });
}

/** Lists the IDs by which requests name an account: in Basic credentials and in tokens, in lower case. */
export function callerIdsOf(account: MerchantAccount): readonly string[] {
  const { merchant, isv } = account.credentials;
  const clients = oauthClients(account).map(({ clientId }) => clientId);
  return [merchant.merchantId, isv.resellerId, ...clients].map((id) => id.toLowerCase());
}
