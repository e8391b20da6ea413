import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { payAttemptChannel, payCallChannel } from 'nestjs-pay/client';
import type { PayAttemptMessage, PayCallMessage } from 'nestjs-pay/client';

/** Logs each failed attempt, and counts calls by operation and outcome. Call it once at startup. */
export function observeCalls(log: (line: string) => void, count: (...labels: string[]) => void): void {
  // Published for a failure, also if a later attempt succeeds.
  payAttemptChannel.error.subscribe((message) => {
    const { operation, attempt, code, outcome } = message as PayAttemptMessage;
    log(`${operation}, attempt ${attempt}: ${code}, outcome ${outcome}`);
  });
  // Published at the end of each call.
  payCallChannel.asyncEnd.subscribe((message) => {
    const { operation, outcome } = message as PayCallMessage;
    count(operation, outcome ?? 'success');
  });
}
// #endregion

export const run = async ({ simulator, wallet }: World): Promise<void> => {
  const lines: string[] = [];
  const counts: string[][] = [];
  observeCalls(
    (line) => lines.push(line),
    (...labels) => counts.push(labels),
  );
  const { orderCode } = simulator.pay();
  simulator.faults.add({ operation: 'payments.getOrder', kind: 'status', status: 503 });
  expect((await wallet.payments.getOrder(orderCode, { maxRetries: 1 })).success).toBe(true);
  expect(lines).toEqual(['payments.getOrder, attempt 1: servererror, outcome unknown']);
  expect(counts).toEqual([['payments.getOrder', 'success']]);
};
