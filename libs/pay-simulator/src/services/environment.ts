import type { MerchantAccount } from '../domain/merchant.js';

/** Returns the variables of a `.env` file for the main merchant. `payConfig` of the library reads them. */
export function environmentOf({
  credentials: { merchant, cloudTerminal, dataServices },
  url,
}: Pick<MerchantAccount, 'credentials'> & { readonly url: string }): Readonly<Record<string, string>> {
  return {
    PAY_CLIENT_ID: merchant.clientId,
    PAY_CLIENT_SECRET: merchant.clientSecret,
    PAY_MERCHANT_ID: merchant.merchantId,
    PAY_API_KEY: merchant.apikey,
    PAY_CLOUD_TERMINAL_CLIENT_ID: cloudTerminal.clientId,
    PAY_CLOUD_TERMINAL_CLIENT_SECRET: cloudTerminal.clientSecret,
    PAY_DATA_SERVICES_CLIENT_ID: dataServices.clientId,
    PAY_DATA_SERVICES_CLIENT_SECRET: dataServices.clientSecret,
    PAY_DEV: 'true',
    PAY_SIMULATOR_URL: url,
  };
}
