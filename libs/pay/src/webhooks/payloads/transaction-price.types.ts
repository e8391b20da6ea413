import type { OrderCodeValue } from '../../areas/order-code.js';

/**
 * Members of 1799: the commission for a transaction. Decimals in MAJOR units. There is no Amount.
 *
 * @see https://developer.viva.com/webhooks-for-payments/transaction-price-calculated/
 */
export interface TransactionPriceMembers {
  /** Order of the transaction. */
  OrderCode: OrderCodeValue;
  /** The exact digits of OrderCode. */
  OrderCodeText: string;
  /** Merchant. UUID. */
  MerchantId: string;
  /** Fee of the ISV. Major units. */
  IsvFee: number;
  /** Reseller. UUID. */
  ResellerId: string;
  /** Payment source. */
  SourceCode: string;
  /** Payment source name. */
  SourceName: string;
  /** Transaction that was priced. UUID. */
  TransactionId: string;
  /** ISO 4217 numeric. */
  CurrencyCode: string;
  /** Interchange. Whether it is an amount or a rate is not documented (samples: 0.024, 0.00105). */
  Interchange: number;
  /** Total: issuer + scheme + service fee. Major units. */
  TotalCommission: number;
  /** Reseller's payment source. */
  ResellerSourceCode: string;
  /** Name of the reseller's payment source. */
  ResellerSourceName: string;
}
