import { PayEventType } from '../../webhooks/event-types.js';
import type { PayEventName } from '../../webhooks/event-types.js';
import { didYouMean } from '../../core/nearest-name.js';
import { UsageError } from '../command.js';

/** An event that can be triggered. */
export interface TriggerEvent {
  eventTypeId: PayEventType;
  /** As it is typed: `transaction-payment-created`. */
  name: string;
}

const typed = (name: string): string => name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
/** However it is written: with capitals, blanks, dots. */
const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** All of them, by number. */
export const TRIGGER_EVENTS: readonly TriggerEvent[] = (Object.keys(PayEventType) as PayEventName[])
  .map((name) => ({ eventTypeId: PayEventType[name], name: typed(name) }))
  .sort((a, b) => a.eventTypeId - b.eventTypeId);

/** The event of this name or number. @throws UsageError for none. */
export function eventNamed(given: string): TriggerEvent {
  const isNumber = /^\d+$/.test(given);
  const event = TRIGGER_EVENTS.find(({ eventTypeId, name }) =>
    isNumber ? String(eventTypeId) === given : bare(name) === bare(given),
  );
  if (event !== undefined) return event;
  const names = TRIGGER_EVENTS.map(({ name }) => name);
  const begun = bare(given) === '' ? [] : names.filter((name) => bare(name).startsWith(bare(given)));
  const hint = isNumber
    ? ''
    : begun.length === 1
      ? `: did you mean ${begun[0]}?`
      : didYouMean(typed(given), names);
  throw new UsageError(`unknown event ${given}${hint === '' ? ': trigger --list names them' : hint}`);
}
