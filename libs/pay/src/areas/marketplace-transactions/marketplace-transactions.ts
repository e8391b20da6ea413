import { SharedTransactions } from '../transactions/transactions.js';

/** Attempts to pay a platform's orders. */
export class MarketPlaceTransactions extends SharedTransactions {}
