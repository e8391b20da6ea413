import { checkDuration } from '../domain/clock.js';

/** Probabilities of faults in new deliveries, each from 0 to 1. Different delays change the order of deliveries. */
export interface DeliveryChances {
  /** Probability that a delivery is dropped. @default 0 */
  readonly drop?: number;
  /** Probability that a delivery is sent twice, even after a 2xx. @default 0 */
  readonly duplicate?: number;
  /** Probability that a delivery is delayed by up to `delayUpToMs`. A duplicate has its own delay. @default 0 */
  readonly delay?: number;
  /** Maximum delay in milliseconds of virtual time. @default 60000 */
  readonly delayUpToMs?: number;
}

const NAMES = ['drop', 'duplicate', 'delay'] as const;

/** Validates the chances and applies defaults. @throws RangeError if a member is invalid. The message names the member. */
export function checkedChances(chances: DeliveryChances): Required<DeliveryChances> {
  const { drop = 0, duplicate = 0, delay = 0, delayUpToMs = 60_000, ...others } = chances;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new RangeError(`${unknown}: unknown chance; expected one of ${NAMES.join(', ')}, delayUpToMs`);
  const checked = { drop, duplicate, delay, delayUpToMs };
  for (const name of NAMES) {
    if (typeof checked[name] !== 'number' || !(checked[name] >= 0 && checked[name] <= 1))
      throw new RangeError(`${name}: expected a number from 0 to 1`);
  }
  try {
    checkDuration(delayUpToMs);
  } catch {
    throw new RangeError('delayUpToMs: expected a number of milliseconds from 0 to ten years');
  }
  return checked;
}
