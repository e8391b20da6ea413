import { createPaySimulator, type PaySimulator } from 'nestjs-pay/simulator';
import { SHOP_EVENT_TYPES } from '../payments/payment.events.js';
import { WEBHOOK_PATH } from '../payments/webhook.controller.js';
import type { Settings } from '../settings.js';

/** Starts the payment service's simulator in this process. */
export function startSimulator({
  simulatorPort,
  orderCodes,
}: Pick<Settings, 'simulatorPort' | 'orderCodes'>): Promise<PaySimulator> {
  return createPaySimulator({ port: simulatorPort, orderCodes, merchant: { companyTitle: 'Harbour Lane' } });
}

/** What a `.env` for this simulator would hold: to the shop it is an account like any other. */
export function simulatorAccount({
  credentials: { merchant, cloudTerminal, dataServices },
  endpoints,
}: PaySimulator): Record<string, string> {
  return {
    PAY_CLIENT_ID: merchant.clientId,
    PAY_CLIENT_SECRET: merchant.clientSecret,
    PAY_MERCHANT_ID: merchant.merchantId,
    PAY_API_KEY: merchant.apikey,
    PAY_CLOUD_TERMINAL_CLIENT_ID: cloudTerminal.clientId,
    PAY_CLOUD_TERMINAL_CLIENT_SECRET: cloudTerminal.clientSecret,
    DATA_SERVICES_CLIENT_ID: dataServices.clientId,
    DATA_SERVICES_CLIENT_SECRET: dataServices.clientSecret,
    PAY_DEV: 'true',
    PAY_ENDPOINT_ACCOUNTS: endpoints.accounts,
    PAY_ENDPOINT_API: endpoints.api,
    PAY_ENDPOINT_WEB: endpoints.web,
  };
}

/**
 * Enters the running shop with the simulator, as one does in the service's banking app: where customers return to, and where
 * notifications go.
 */
export async function registerShop(
  simulator: PaySimulator,
  shop: { readonly url: string; readonly port: number },
): Promise<void> {
  simulator.sources.save({
    code: 'Default',
    successUrl: `${shop.url}/return/success`,
    failureUrl: `${shop.url}/return/failure`,
  });
  // Whoever tries the till out taps the terminal's page.
  simulator.terminals.configure({ customer: 'waits' });
  await simulator.webhooks.register({
    url: `http://127.0.0.1:${shop.port}${WEBHOOK_PATH}`,
    eventTypeIds: SHOP_EVENT_TYPES,
  });
}
