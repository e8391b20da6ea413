import { payConfigFor } from 'nestjs-pay';

/** Name of the marketplace's PayModule. The shop's PayModule has no name. */
export const MARKET = 'market';

/** Options from the environment variables PAY_MARKET_…. */
export const marketConfig = payConfigFor(MARKET);

/** Returns whether the environment names a marketplace account. */
export function isMarketConfigured(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(env).some(
    ([name, value]) => name.startsWith('PAY_MARKET_MARKETPLACE_') && value !== '',
  );
}
