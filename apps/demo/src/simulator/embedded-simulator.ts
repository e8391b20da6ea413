import { PayEventType } from 'nestjs-pay';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import { MARKET_EVENT_TYPES, MARKET_WEBHOOK_PATH } from '../marketplace/market-events.js';
import { MARKET_SELLERS } from '../marketplace/market-goods.js';
import type { SellerService } from '../marketplace/sellers/seller.service.js';
import { SHOP_EVENT_TYPES, WEBHOOK_PATH } from '../payments/payment-events.js';
import type { Settings } from '../settings.js';

/**
 * Starts the payment service's simulator in this process.
 *
 * @param dataFile - File of its state, which outlives a restart of the shop.
 */
export function startSimulator(
  { simulatorPort, orderCodes }: Pick<Settings, 'simulatorPort' | 'orderCodes'>,
  dataFile?: string,
): Promise<PaySimulator> {
  const merchant = { companyTitle: 'Harbour Lane' };
  return createPaySimulator({ port: simulatorPort, orderCodes, merchant, dataFile });
}

/** Payment source of the market's orders. It sends customers back to the market. */
const MARKET_SOURCE = 'Market';

/** Returns the environment variables of the simulator's account. To the shop, it is an account like any other. */
export function simulatorAccount({
  environment,
  credentials: { marketplace },
}: PaySimulator): Record<string, string> {
  return {
    ...environment,
    PAY_MARKET_MARKETPLACE_CLIENT_ID: marketplace.clientId,
    PAY_MARKET_MARKETPLACE_CLIENT_SECRET: marketplace.clientSecret,
    PAY_MARKET_MARKETPLACE_MERCHANT_ID: marketplace.merchantId,
    PAY_MARKET_MARKETPLACE_API_KEY: marketplace.apikey,
    MARKET_SOURCE_CODE: MARKET_SOURCE,
  };
}

/** Registers the addresses of the running shop with the simulator, as you do in the service's banking app. */
export async function registerShop(
  simulator: PaySimulator,
  shop: { readonly url: string; readonly port: number },
): Promise<void> {
  simulator.sources.save({
    code: 'Default',
    successUrl: `${shop.url}/return/success`,
    failureUrl: `${shop.url}/return/failure`,
  });
  const back = `${shop.url}/marketplace/return`;
  simulator.sources.save({ code: MARKET_SOURCE, successUrl: back, failureUrl: back });
  // The terminals wait for taps on their page.
  simulator.terminals.configure({ customer: 'waits' });
  for (const [index, { terminalId, name }] of simulator.terminals.list().entries())
    if (name === '') simulator.terminals.save({ terminalId, name: `Counter ${index + 1}` });
  // The registrations of the last start may have another port.
  for (const { id } of simulator.webhooks.list()) simulator.webhooks.remove(id);
  await simulator.webhooks.register({
    url: `http://127.0.0.1:${shop.port}${WEBHOOK_PATH}`,
    eventTypeIds: [
      ...SHOP_EVENT_TYPES,
      PayEventType.TransactionPosEcrSessionCreated,
      PayEventType.TransactionPosEcrSessionFailed,
    ],
  });
  await simulator.webhooks.register({
    url: `http://127.0.0.1:${shop.port}${MARKET_WEBHOOK_PATH}`,
    eventTypeIds: MARKET_EVENT_TYPES,
  });
  await deliverWaiting(simulator);
}

/** Invites and verifies two sellers at the first start, so that the market has goods on sale. */
export async function verifySellers(
  simulator: PaySimulator,
  sellers: SellerService,
  shopUrl: string,
): Promise<void> {
  const known = await sellers.list();
  for (const seller of MARKET_SELLERS.slice(0, 2)) {
    if (known.find(({ key }) => key === seller.key)?.invitation.kind !== 'none') continue;
    const accountId = await sellers.invite(seller, shopUrl);
    if (accountId === null) continue;
    simulator.accounts.accept(accountId, { legalName: seller.name, email: seller.email });
    simulator.accounts.verify(accountId, true);
    await sellers.refreshAccount(accountId);
  }
}

/** Redelivers now what did not arrive while the shop was stopped. A real service takes up to an hour. */
async function deliverWaiting({ deliveries }: PaySimulator): Promise<void> {
  const waiting = deliveries.list().filter(({ state }) => state === 'waiting');
  await Promise.all(waiting.map(({ id }) => deliveries.redeliver(id)));
}
