import { athensLocal } from '../domain/athens-time.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { sessionResult } from '../domain/session-result.js';
import type { TerminalSession } from '../domain/terminal-session.js';
import type { Transaction } from '../domain/transaction.js';
import type { JsonValue } from '../domain/wire-json.js';

/** Creates the payload of a session's webhook. Amounts are in minor units; the order code is a string. @see contract/webhook-events.json 1802, 1803 */
export function sessionEventData(
  session: TerminalSession,
  transaction: Transaction | null,
  account: MerchantAccount,
): Readonly<Record<string, JsonValue>> {
  const result = Object.entries(sessionResult(session, transaction)).map(([name, value]) => [
    name.charAt(0).toUpperCase() + name.slice(1),
    value,
  ]);
  return {
    ...(Object.fromEntries(result) as Readonly<Record<string, JsonValue>>),
    MerchantId: account.credentials.merchant.merchantId,
    TransactionDateTime: transaction === null ? null : athensLocal(transaction.createdAt),
    AbortAckTime: session.abortTakenAt === null ? null : athensLocal(session.abortTakenAt),
  };
}
