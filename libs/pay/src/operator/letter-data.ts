import type { PayDeadLetter } from '../inbox/dead-letters.js';

/** Members of an event that are no personal data. */
export const SAFE = [
  ...['TransactionId', 'ParentId', 'OrderCode', 'Amount', 'CurrencyCode', 'StatusId', 'MerchantTrns'],
  ...['InsDate', 'TransactionTypeId', 'TerminalId', 'SessionId'],
] as const;

type Members = Partial<Record<(typeof SAFE)[number], string>>;

/** Returns a dead letter as JSON, without personal data. */
export function letterData(letter: PayDeadLetter) {
  const { id, reason, error, attempts, receivedAt, deadLetteredAt, delivery } = letter;
  const { eventTypeId, name, data } = delivery.event;
  const members = SAFE.flatMap((member) => {
    const value = (data as Readonly<Record<string, unknown>>)[member];
    return ['string', 'number', 'bigint'].includes(typeof value) ? [[member, String(value)]] : [];
  });
  const facts = { id, reason, error, attempts, receivedAt, deadLetteredAt };
  return { ...facts, event: `${eventTypeId} ${name ?? ''}`, ...(Object.fromEntries(members) as Members) };
}
