import { PayWallet } from './client.js';
import type { MethodReturn, PayWalletOptions } from './client.js';
import type { TestingTransport } from './core/http/transport.testing.js';

export { TestingTransport } from './core/http/transport.testing.js';

export const ID = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';
export const SECRETS = { clientSecret: 'client-secret-1', apikey: 'api-key-secret-1' };
export const OPTIONS: PayWalletOptions = {
  clientId: 'client-1',
  merchantId: 'merchant-1',
  dev: true,
  // Only specs of retries enable them.
  maxRetries: 0,
  ...SECRETS,
};
/** Creates a client on a testing transport. Specs of `core` use it to test a call from its method to the transport. */
export const wallet = (transport: TestingTransport, more: Partial<PayWalletOptions> = {}): PayWallet =>
  new PayWallet({ ...OPTIONS, transport, ...more });

export const BASIC = `Basic ${Buffer.from('merchant-1:api-key-secret-1').toString('base64')}`;
export const CLIENT_BASIC = `Basic ${Buffer.from('client-1:client-secret-1').toString('base64')}`;
export const API = 'https://demo-api.vivapayments.com';
export const WEB = 'https://demo.vivapayments.com';
export const ENVELOPE =
  '{"Success":true,"ErrorCode":0,"TransactionId":"t","StatusId":"F","OrderCode":9271655739472609}';
export const TRANSACTION =
  '{"amount":30.00,"orderCode":9271655739472609,"statusId":"F","insDate":"x","currencyCode":8,"transactionTypeId":5}';

export type Call = (client: PayWallet) => Promise<MethodReturn<unknown, string>>;
