import { checkDuration } from '../domain/clock.js';
import { EVENT_TYPES } from '../domain/contract.generated.js';
import { checkedInput } from '../domain/input.js';

/** What happens to the next delivery, once. */
export interface NextDelivery {
  /** `reorder`: the delivery arrives after the one that follows it. */
  readonly do: 'lose' | 'delay' | 'repeat' | 'reorder';
  /** Delay in milliseconds of virtual time, for `delay` only. @default 60000 */
  readonly ms?: number;
  /** Event type that it waits for. Other deliveries are sent as usual. @default the next delivery of any event */
  readonly eventTypeId?: number;
}

/** Delay of the next delivery in milliseconds of virtual time, if none is given. */
export const DEFAULT_DELAY_MS = 60_000;

/** Returns a valid instruction. @throws RangeError if a member is invalid. The message names the member. */
export function checkedNext(next: NextDelivery): NextDelivery {
  const checked = checkedInput('setNextDelivery', next);
  const { do: action, ms, eventTypeId } = checked;
  if (eventTypeId !== undefined && !Object.hasOwn(EVENT_TYPES, eventTypeId))
    throw new RangeError(
      `eventTypeId: expected the number of an event type, such as 1796 (received ${String(eventTypeId)})`,
    );
  if (ms === undefined) return checked;
  if (action !== 'delay') throw new RangeError('ms: only a delay has it; remove it');
  return { ...checked, ms: checkDuration(ms) };
}
