import { checkDuration } from '../domain/clock.js';
import { EVENT_TYPES } from '../domain/contract.generated.js';

/** What can happen to the next delivery. */
const ACTIONS = ['lose', 'delay', 'repeat', 'reorder'] as const;

/** What happens to the next delivery, once. */
export interface NextDelivery {
  /** `reorder`: the delivery arrives after the one that follows it. */
  readonly do: (typeof ACTIONS)[number];
  /** Delay in milliseconds of virtual time, for `delay` only. @default 60000 */
  readonly ms?: number;
  /** Event type that it waits for. Other deliveries are sent as usual. @default the next delivery of any event */
  readonly eventTypeId?: number;
}

/** Delay of the next delivery in milliseconds of virtual time, if none is given. */
export const DEFAULT_DELAY_MS = 60_000;

/** Returns a valid instruction. @throws RangeError if a member is invalid. The message names the member. */
export function checkedNext({ do: action, ms, eventTypeId, ...others }: NextDelivery): NextDelivery {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new RangeError(`${unknown}: unknown member; expected do, ms or eventTypeId`);
  if (!ACTIONS.includes(action)) throw new RangeError(`do: expected one of ${ACTIONS.join(', ')}`);
  if (eventTypeId !== undefined && !Object.hasOwn(EVENT_TYPES, eventTypeId))
    throw new RangeError(
      `eventTypeId: expected the number of an event type, such as 1796 (received ${String(eventTypeId)})`,
    );
  const event = eventTypeId === undefined ? {} : { eventTypeId };
  if (ms === undefined) return { do: action, ...event };
  if (action !== 'delay') throw new RangeError('ms: only a delay has it; remove it');
  return { do: action, ms: checkDuration(ms), ...event };
}
