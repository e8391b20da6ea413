import { PayEventType } from './event-types.js';
import { EVENT_HEADER, readHeader, SALE_TRANSACTIONS_EVENT } from './webhook-headers.js';
import { readInteger, unwrapEventData } from './wire-values.js';

/**
 * The event type of a body: its EventTypeId; where it has none, what the header or the shape says, for 7936, 5632 and
 * 5633 come without an envelope. Null when nothing tells.
 *
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 * @see https://developer.viva.com/webhooks-for-payments/obligation-captured
 */
export function recogniseEventType(body: Record<string, unknown>, headers: unknown): number | null {
  const stated = readInteger(body.EventTypeId);
  if (stated !== null) return stated;
  if (readHeader(headers, EVENT_HEADER) === SALE_TRANSACTIONS_EVENT) return PayEventType.SaleTransactions;
  const data = unwrapEventData(body) ?? body;
  if (isText(data.Link) && isText(data.FileType)) return PayEventType.SaleTransactions;
  return isText(data.ObligationId) ? recogniseObligation(data) : null;
}

function recogniseObligation(data: Record<string, unknown>): number | null {
  if (isText(data.CaptureId)) return PayEventType.ObligationCaptured;
  // Completed is set on cancellation too, and no event type stands for that: claiming either would invent money.
  if (isText(data.CancellationId)) return null;
  return isText(data.Completed) || data.Completed === true
    ? PayEventType.ObligationCaptured
    : PayEventType.ObligationCreated;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
