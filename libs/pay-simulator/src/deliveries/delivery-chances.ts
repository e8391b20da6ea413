import { checkedStep } from '../domain/clock.js';

/** What happens to new deliveries by chance, each from 0 to 1. Delays of different length change their order. */
export interface DeliveryChances {
  /** Lost for good. @default 0 */
  readonly drop?: number;
  /** Sent a second time, although it was answered 2xx. @default 0 */
  readonly duplicate?: number;
  /** Sent later, up to `delayUpToMs`; its duplicate has a delay of its own. @default 0 */
  readonly delay?: number;
  /** The longest delay, milliseconds of virtual time. @default 60000 */
  readonly delayUpToMs?: number;
}

const NAMES = ['drop', 'duplicate', 'delay'] as const;

/** All members. @throws RangeError naming the one that is wrong. */
export function checkedChances(chances: DeliveryChances): Required<DeliveryChances> {
  const { drop = 0, duplicate = 0, delay = 0, delayUpToMs = 60_000, ...others } = chances;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new RangeError(`${unknown}: expected no such chance; there are ${NAMES.join(', ')}, delayUpToMs`);
  const checked = { drop, duplicate, delay, delayUpToMs };
  for (const name of NAMES) {
    if (typeof checked[name] !== 'number' || !(checked[name] >= 0 && checked[name] <= 1))
      throw new RangeError(`${name}: expected a number from 0 to 1`);
  }
  try {
    checkedStep(delayUpToMs);
  } catch {
    throw new RangeError('delayUpToMs: expected a number of milliseconds from 0 to ten years');
  }
  return checked;
}
