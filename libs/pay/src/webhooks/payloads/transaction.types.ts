import type { CardType, DigitalWallet } from '../../areas/coded-values.generated.js';
import type { OrderCodeValue } from '../../areas/order-code.js';
import type { ExactInteger } from './wire.types.js';

/**
 * Members of 1796, 1797 and 1798. Decimals in MAJOR units; negative on reversals.
 *
 * @see https://developer.viva.com/webhooks-for-payments/transaction-payment-created
 * @see https://developer.viva.com/webhooks-for-payments/transaction-reversal-created/
 * @see https://developer.viva.com/webhooks-for-payments/transaction-failed/
 */
export interface TransactionMembers {
  /** Whether this is a mail or telephone order. */
  Moto: boolean;
  /** Internal ID of the card's BIN. */
  BinId: number;
  /** Whether dynamic currency conversion was used. */
  IsDcc: boolean;
  /** 3-D Secure authentication value, base64. */
  Ucaf: string;
  /** Customer's e-mail address; can be an empty string. */
  Email: string;
  /** Customer's phone. */
  Phone: string;
  /** ID of the card network or acquirer. */
  BankId: string;
  /** Internal flag. */
  Systemic: boolean;
  /** Settlement batch. UUID. */
  BatchId: string;
  /** Internal flag. */
  Switching: boolean;
  /** Original transaction: the payment of a reversal, the pre-authorization of a capture, or the first charge of a recurring one. */
  ParentId: string;
  /** Signed amount, all fees included (TotalFee within it); negative on reversals. Major units. */
  Amount: number;
  /** Channel. UUID. */
  ChannelId: string;
  /** Terminal; a constant such as 90000000 for online payments. A number here, a string in POS events. */
  TerminalId: number;
  /** Merchant of the payment. An ISV, or a receiver for several merchants, selects the merchant by it. UUID. */
  MerchantId: string;
  /** Order code, 16 digits. */
  OrderCode: OrderCodeValue;
  /** The exact digits of OrderCode. */
  OrderCodeText: string;
  /** Product of the order. */
  ProductId: string;
  /** Transaction status: F finished, A active, C captured, E error, R refunded, X canceled, M… claimed. */
  StatusId: string;
  /** Customer's name. */
  FullName: string;
  /** Reseller or ISV. UUID. */
  ResellerId: string;
  /** Acquiring protocol flag. */
  DualMessage: boolean;
  /** When the transaction was stored, in local time of the service (Athens) without offset. */
  InsDate: string;
  /** Sum of fees, signed. Major units. */
  TotalFee: number;
  /** Token of the card. */
  CardToken: string;
  /** Masked PAN, first 6 and last 4. */
  CardNumber: string;
  /** Statement descriptor. */
  Descriptor: string;
  /** Tip. Major units. */
  TipAmount: number;
  /** Payment source; 'Default' if none was set. */
  SourceCode: string;
  /** Payment source name. */
  SourceName: string;
  /** Latitude of the payment. */
  Latitude: number;
  /** Longitude of the payment. */
  Longitude: number;
  /** Merchant's company. */
  CompanyName: string;
  /** ID of this transaction. In 1797 it is the ID of the reversal, not of the payment. UUID. */
  TransactionId: string;
  /** Merchant's title. */
  CompanyTitle: string;
  /** Two digits: how the card number was read (01 typed, 05 chip, 07 contactless). */
  PanEntryMode: string;
  /** System trace audit number (STAN). */
  ReferenceNumber: number;
  /** Acquirer's response with two characters; 00 means approved. */
  ResponseCode: string;
  /** ISO 4217 numeric: a string of three digits. */
  CurrencyCode: string;
  /** Checkout language. */
  OrderCulture: string;
  /** Merchant's reference from the order. */
  MerchantTrns: string;
  /** Customer's text from the order. */
  CustomerTrns: string;
  /** Whether the refund was entered manually. */
  IsManualRefund: boolean;
  /** Receiving person of a wallet payment. UUID. */
  TargetPersonId: string;
  /** Receiving wallet. */
  TargetWalletId: ExactInteger;
  /** Whether the acquirer approved the transaction. */
  AcquirerApproved: boolean;
  /** Whether a loyalty scheme was used. */
  LoyaltyTriggered: boolean;
  /** Kind of transaction: 0 capture, 1 pre-authorization, 4 refund, 5 charge, 6 charge with installments, 7 void, … */
  TransactionTypeId: number;
  /** Issuer's authorization code. */
  AuthorizationId: string;
  /** Number of installments. */
  TotalInstallments: number;
  /** ISO alpha-2 of the issuer. */
  CardCountryCode: string;
  /** Issuer of the card. */
  CardIssuingBank: string;
  /** Loyalty amount used. Major units. */
  RedeemedAmount: number;
  /** When the transaction was cleared; null at creation. */
  ClearanceDate: string;
  /** 1 without currency conversion. */
  ConversionRate: number;
  /** Number of this installment. */
  CurrentInstallment: number;
  /** Amount in the original currency. Major units. */
  OriginalAmount: number;
  /** Tags of the order. */
  Tags: string[];
  /** Bill that was paid. */
  BillId: string;
  /** Connected account (ISV and marketplace). UUID. */
  ConnectedAccountId: string;
  /** Reseller's payment source. */
  ResellerSourceCode: string;
  /** Name of the reseller's payment source. */
  ResellerSourceName: string;
  /** Merchant category code. */
  MerchantCategoryCode: number;
  /** Reseller's company. */
  ResellerCompanyName: string;
  /** ID of the card that does not change. */
  CardUniqueReference: string;
  /** ISO 4217 numeric. */
  OriginalCurrencyCode: string;
  /** ID in an external scheme. */
  ExternalTransactionId: string;
  /** Address of the reseller's payment source. */
  ResellerSourceAddress: string;
  /** End of the expiry month. */
  CardExpirationDate: string;
  /** Service behind the transaction; 19 on a fast refund (1797), otherwise mostly null. */
  ServiceId: number;
  /** Retrieval reference number: a string of 12 digits. */
  RetrievalReferenceNumber: string;
  /** Users assigned to the transaction. */
  AssignedMerchantUsers: unknown[];
  /** Reseller's users assigned to the transaction. */
  AssignedResellerUsers: unknown[];
  /** 0 Visa, 1 Mastercard, 2 Diners, 3 Amex, 6 Maestro, 7 Discover, 8 JCB. */
  CardTypeId: CardType;
  /** Why a payment failed; null after a success. See it in 1798. */
  ResponseEventId: number;
  /** Electronic commerce indicator, as a string. */
  ElectronicCommerceIndicator: string;
  /** Service behind the order. */
  OrderServiceId: number;
  /** EMV AID on card-present payments. */
  ApplicationIdentifierTerminal: string;
  /** Integration that created the order. */
  IntegrationId: string | number;
  /** Category of the card product. */
  CardProductCategoryId: number;
  /** Account type of the card product. */
  CardProductAccountTypeId: number;
  /** 2 Apple Pay, 3 Google Pay, 4 Samsung Pay. */
  DigitalWalletId: DigitalWallet;
  /** Currency conversion session. */
  DccSessionId: string;
  /** Currency conversion markup. */
  DccMarkup: number;
  /** Difference to the reference rate of the European Central Bank. */
  DccDifferenceOverEcb: number;
  /** Surcharge. Major units. */
  SurchargeAmount: number;
  /** Last four digits of the card number. */
  PrimaryAccountNumberLast4Digits: string;
}
