import { checkDuration } from '../domain/clock.js';

/** What can happen to the next delivery. */
const ACTIONS = ['lose', 'delay', 'repeat', 'reorder'] as const;

/** What happens to the next delivery, once. */
export interface NextDelivery {
  /** `reorder`: the delivery arrives after the one that follows it. */
  readonly do: (typeof ACTIONS)[number];
  /** Delay in milliseconds of virtual time, for `delay` only. @default 60000 */
  readonly ms?: number;
}

/** Delay of the next delivery in milliseconds of virtual time, if none is given. */
export const DEFAULT_DELAY_MS = 60_000;

/** Returns a valid instruction. @throws RangeError if a member is invalid. The message names the member. */
export function checkedNext({ do: action, ms, ...others }: NextDelivery): NextDelivery {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new RangeError(`${unknown}: unknown member; expected do or ms`);
  if (!ACTIONS.includes(action)) throw new RangeError(`do: expected one of ${ACTIONS.join(', ')}`);
  if (ms === undefined) return { do: action };
  if (action !== 'delay') throw new RangeError('ms: only a delay has it; remove it');
  return { do: action, ms: checkDuration(ms) };
}
