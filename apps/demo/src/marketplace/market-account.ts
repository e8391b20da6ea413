import { payConfigFor } from 'nestjs-pay';

/** Name of the marketplace's PayModule. The shop's PayModule has no name. */
export const MARKET = 'market';

/** Options from the environment variables PAY_MARKET_…. */
export const marketConfig = payConfigFor(MARKET);

/** Prefix of the variables that name a marketplace account. */
export const MARKET_VARIABLES = 'PAY_MARKET_MARKETPLACE_';
