import type { OrderCodeValue } from '../../areas/order-code.js';
import type { ExactInteger } from './wire.types.js';

/**
 * Members of 4865: an order was canceled. Decimals in MAJOR units. Not sent when an order expires.
 *
 * @see https://developer.viva.com/webhooks-for-payments/order-updated
 */
export interface OrderUpdatedMembers {
  /** Customer's e-mail. */
  Email: string;
  /** Order amount. Major units. */
  Amount: number;
  /** Order. */
  OrderCode: OrderCodeValue;
  /** The exact digits of OrderCode. */
  OrderCodeText: string;
  /** Merchant. UUID. */
  MerchantId: string;
  /** Customer. */
  FullName: string;
  /** Payment source. */
  SourceCode: string;
  /** Whether the order is canceled. Test this member. */
  IsCancelled: boolean;
  /** Tags. */
  Tags: string[];
  /** Loyalty amount used. */
  Redeemed: number;
  /** ISO 4217 numeric. */
  CurrencyCode: string;
  /** Merchant's reference. */
  MerchantTrns: string;
  /** Customer's text. */
  CustomerTrns: string;
  /** Maximum number of installments. */
  MaxInstallments: number;
  /** Receiving person of a wallet payment. UUID. */
  TargetPersonId: string;
  /** Receiving wallet. */
  TargetWalletId: ExactInteger;
  /** Whether the order accepts several payments. */
  DisablePaidState: boolean;
  /** Name of the receiving wallet. */
  TargetWalletName: string;
  /** When the order would expire, in local time of the service without offset. */
  ExpirationDate: string;
  /** Service behind the order. */
  ServiceId: number;
}

/** Members of OrderExpired, an event of this library: the order as the service returned it. Decimals in MAJOR units. */
export type OrderExpiredMembers = Pick<
  OrderUpdatedMembers,
  | 'OrderCode'
  | 'OrderCodeText'
  | 'Amount'
  | 'ExpirationDate'
  | 'SourceCode'
  | 'MerchantTrns'
  | 'CustomerTrns'
  | 'MaxInstallments'
  | 'Tags'
>;
