/**
 * Members of 7936: a requested report file is ready. The only signed delivery; it has no envelope.
 *
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 */
export interface SaleTransactionsMembers {
  /** The File Request id; often missing: the delivery id header carries it. UUID. */
  requestId: string;
  /** Sentence with the link. */
  Text: string;
  /** URL of the file; GET it with a bearer token. */
  Link: string;
  /** The download needs authorisation. */
  Authorized: boolean;
  /** When the link expires. Not ISO 8601: a space precedes the offset. */
  ExpirationDate: string;
  /** Extension with the dot. */
  FileType: string;
  /** Retries so far. */
  RetryCount: number;
  /** Delay before a delivery retry, in seconds. */
  RetryDelayInSeconds: number;
}
