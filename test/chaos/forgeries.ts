import { randomUUID } from 'node:crypto';
import type { PaySimulator } from 'nestjs-pay/simulator';
import type { Seeded } from './seeded.js';

/** How a forged delivery is told from a true one. */
export const FORGED = 'forged-';

/** Deliveries that the service never sent: true ones with another amount, or of a transaction that there is not. */
export function forgeries({ deliveries }: PaySimulator, chance: Seeded, count: number): string[] {
  const sent = deliveries
    .list()
    .flatMap(({ attempts }) => attempts.slice(0, 1).map(({ request }) => request));
  const payments = sent.filter((body) => body.includes('"EventTypeId":1796'));
  return Array.from({ length: count }, (_, index) => {
    const body = payments[chance.integer(0, payments.length - 1)] ?? '';
    const changed =
      index % 2 === 0
        ? body.replace(/"Amount":[\d.]+/, '"Amount":99999.01')
        : body.replace(/"TransactionId":"[^"]+"/, `"TransactionId":"${randomUUID()}"`);
    return changed.replace(/"MessageId":"[^"]+"/, `"MessageId":"${FORGED}${index}"`);
  });
}
