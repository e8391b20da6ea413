/**
 * Members of 7936: a requested report file is ready. It is the only signed delivery, and has no envelope.
 *
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 */
export interface SaleTransactionsMembers {
  /** ID of the file request; often missing, because the delivery ID header contains it. UUID. */
  requestId: string;
  /** A sentence with the link. */
  Text: string;
  /** URL of the file. Download it with a bearer token. */
  Link: string;
  /** Whether the download requires authorization. */
  Authorized: boolean;
  /** When the link expires. Not ISO 8601, because a space precedes the offset. */
  ExpirationDate: string;
  /** File extension with the dot. */
  FileType: string;
  /** Retries so far. */
  RetryCount: number;
  /** Delay before a delivery retry, in seconds. */
  RetryDelayInSeconds: number;
}
