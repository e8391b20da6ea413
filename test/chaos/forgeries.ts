import { randomUUID } from 'node:crypto';
import type { PaySimulator } from 'pay-simulator';
import type { Seeded } from './seeded.js';

/** Prefix of the message IDs of forged deliveries. */
export const FORGED = 'forged-';

/** Creates forged deliveries: copies with another amount, or with a transaction that does not exist. */
export function forgeries(simulator: PaySimulator, chance: Seeded, count: number): string[] {
  const payments = sentPayments(simulator);
  return Array.from({ length: count }, (_, index) => {
    const body = payments[chance.integer(0, payments.length - 1)] ?? '';
    const changed =
      index % 2 === 0
        ? body.replace(/"Amount":[\d.]+/, '"Amount":99999.01')
        : body.replace(/"TransactionId":"[^"]+"/, `"TransactionId":"${randomUUID()}"`);
    return changed.replace(/"MessageId":"[^"]+"/, `"MessageId":"${FORGED}${index}"`);
  });
}

/** Creates forged deliveries of one order, each with a transaction that does not exist. */
export function floodOfOneOrder(simulator: PaySimulator, chance: Seeded, count: number): string[] {
  const payments = sentPayments(simulator);
  const body = payments[chance.integer(0, payments.length - 1)] ?? '';
  return Array.from({ length: count }, (_, index) =>
    body
      .replace(/"TransactionId":"[^"]+"/, `"TransactionId":"${randomUUID()}"`)
      .replace(/"MessageId":"[^"]+"/, `"MessageId":"${FORGED}flood-${index}"`),
  );
}

function sentPayments({ deliveries }: PaySimulator): string[] {
  const sent = deliveries
    .list()
    .flatMap(({ attempts }) => attempts.slice(0, 1).map(({ request }) => request));
  return sent.filter((body) => body.includes('"EventTypeId":1796'));
}
