import { checkDuration } from '../domain/clock.js';
import { checkedInput } from '../domain/input.js';

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

/** Validates the chances and applies defaults. @throws RangeError if a member is invalid. The message names the member. */
export function checkedChances(chances: DeliveryChances): Required<DeliveryChances> {
  const checked = checkedInput('setDeliveryChances', chances);
  const { drop = 0, duplicate = 0, delay = 0, delayUpToMs = 60_000 } = checked;
  return { drop, duplicate, delay, delayUpToMs: checkDuration(delayUpToMs, 'delayUpToMs') };
}
