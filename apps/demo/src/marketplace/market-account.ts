import { payConfigFor } from 'nestjs-pay';

/** Name of the marketplace's PayModule, beside the shop's own, which has none. */
export const MARKET = 'market';

/** Its options, from the environment variables PAY_MARKET_…. */
export const marketConfig = payConfigFor(MARKET);

/** Whether the environment names an account of a marketplace. */
export function isMarketConfigured(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(env).some(
    ([name, value]) => name.startsWith('PAY_MARKET_MARKETPLACE_') && value !== '',
  );
}
