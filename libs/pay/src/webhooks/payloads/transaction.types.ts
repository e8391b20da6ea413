import type { CardType, DigitalWallet } from '../../areas/card-values.js';
import type { OrderCodeValue } from '../../core/values/order-code.js';
import type { ExactInteger } from './wire.types.js';

/**
 * Members of 1796, 1797 and 1798. Decimals in MAJOR units; negative on reversals.
 *
 * @see https://developer.viva.com/webhooks-for-payments/transaction-payment-created
 * @see https://developer.viva.com/webhooks-for-payments/transaction-reversal-created/
 * @see https://developer.viva.com/webhooks-for-payments/transaction-failed/
 */
export interface TransactionMembers {
  /** Mail/telephone order. */
  Moto: boolean;
  /** Internal id of the card's BIN. */
  BinId: number;
  /** Dynamic currency conversion used. */
  IsDcc: boolean;
  /** 3-D Secure authentication value, base64. */
  Ucaf: string;
  /** Customer's e-mail; may be an empty string. */
  Email: string;
  /** Customer's phone. */
  Phone: string;
  /** Card network or acquirer id. */
  BankId: string;
  /** Internal flag. */
  Systemic: boolean;
  /** Settlement batch. UUID. */
  BatchId: string;
  /** Internal flag. */
  Switching: boolean;
  /** Transaction this one derives from: the payment (reversal), pre-authorisation (capture), first charge (recurring). */
  ParentId: string;
  /** Signed amount, all fees included (TotalFee within it); negative on reversals. Major units. */
  Amount: number;
  /** Channel. UUID. */
  ChannelId: string;
  /** Terminal; a constant such as 90000000 for online payments. A number here, a string in POS events. */
  TerminalId: number;
  /** Merchant the payment belongs to: the routing key for ISVs and multi-merchant receivers. UUID. */
  MerchantId: string;
  /** Order code, 16 digits. */
  OrderCode: OrderCodeValue;
  /** The exact digits of OrderCode. */
  OrderCodeText: string;
  /** Product of the order. */
  ProductId: string;
  /** Transaction status: F finished, A active, C captured, E error, R refunded, X cancelled, M… claimed. */
  StatusId: string;
  /** Customer's name. */
  FullName: string;
  /** Reseller or ISV. UUID. */
  ResellerId: string;
  /** Acquiring protocol flag. */
  DualMessage: boolean;
  /** When the transaction was written; local time of the service (Athens), no offset in the text. */
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
  /** Payment source; 'Default' where none was set. */
  SourceCode: string;
  /** Payment source name. */
  SourceName: string;
  /** Where the payment was taken. */
  Latitude: number;
  /** Where the payment was taken. */
  Longitude: number;
  /** Merchant's company. */
  CompanyName: string;
  /** This transaction: on 1797 the reversal's own id, not the original's. UUID. */
  TransactionId: string;
  /** Merchant's title. */
  CompanyTitle: string;
  /** Two digits: how the card number was read (01 typed, 05 chip, 07 contactless). */
  PanEntryMode: string;
  /** System trace audit number (STAN). */
  ReferenceNumber: number;
  /** Acquirer's two-character answer; 00 is approved. */
  ResponseCode: string;
  /** ISO 4217 numeric, three digits, as text. */
  CurrencyCode: string;
  /** Checkout language. */
  OrderCulture: string;
  /** Merchant's reference from the order. */
  MerchantTrns: string;
  /** Customer's text from the order. */
  CustomerTrns: string;
  /** Refund entered by hand. */
  IsManualRefund: boolean;
  /** Receiving person of a wallet payment. UUID. */
  TargetPersonId: string;
  /** Receiving wallet. */
  TargetWalletId: ExactInteger;
  /** Approved by the acquirer. */
  AcquirerApproved: boolean;
  /** Loyalty scheme used. */
  LoyaltyTriggered: boolean;
  /** Kind of transaction: 0 capture, 1 pre-authorisation, 4 refund, 5 charge, 6 charge with instalments, 7 void, …*/
  TransactionTypeId: number;
  /** Issuer's authorisation code. */
  AuthorizationId: string;
  /** Number of instalments. */
  TotalInstallments: number;
  /** ISO alpha-2 of the issuer. */
  CardCountryCode: string;
  /** Issuer of the card. */
  CardIssuingBank: string;
  /** Loyalty amount used. Major units. */
  RedeemedAmount: number;
  /** When cleared; null at creation. */
  ClearanceDate: string;
  /** 1 without currency conversion. */
  ConversionRate: number;
  /** Which instalment this is. */
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
  /** Stable id of the card. */
  CardUniqueReference: string;
  /** ISO 4217 numeric. */
  OriginalCurrencyCode: string;
  /** Id in an external scheme. */
  ExternalTransactionId: string;
  /** Address of the reseller's payment source. */
  ResellerSourceAddress: string;
  /** End of the expiry month. */
  CardExpirationDate: string;
  /** Service behind the transaction; 19 on a fast refund (1797), otherwise mostly null. */
  ServiceId: number;
  /** 12 digits as text. */
  RetrievalReferenceNumber: string;
  /** Users assigned to the transaction. */
  AssignedMerchantUsers: unknown[];
  /** Reseller's users assigned to the transaction. */
  AssignedResellerUsers: unknown[];
  /** 0 Visa, 1 Mastercard, 2 Diners, 3 Amex, 6 Maestro, 7 Discover, 8 JCB. */
  CardTypeId: CardType;
  /** Why a payment failed; null on success. The field that matters on 1798. */
  ResponseEventId: number;
  /** Electronic commerce indicator as text. */
  ElectronicCommerceIndicator: string;
  /** Service behind the order. */
  OrderServiceId: number;
  /** EMV AID on card-present payments. */
  ApplicationIdentifierTerminal: string;
  /** Integration that made the order. */
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
