import { checkDuration } from '../domain/clock.js';
import { checkedInput } from '../domain/input.js';

const DEFAULTS = {
  /** Probability that a delivery is dropped. @default 0 */
  drop: 0,
  /** Probability that a delivery is sent twice, even after a 2xx. @default 0 */
  duplicate: 0,
  /** Probability that a delivery is delayed by up to `delayUpToMs`. A duplicate has its own delay. @default 0 */
  delay: 0,
  /** Maximum delay in milliseconds of virtual time. @default 60000 */
  delayUpToMs: 60_000,
};

/** Probabilities of faults in new deliveries, each from 0 to 1. Different delays change the order of deliveries. */
export type DeliveryChances = Readonly<Partial<typeof DEFAULTS>>;

/** Validates the chances and applies defaults. @throws RangeError if a member is invalid. The message names the member. */
export function checkedChances(chances: DeliveryChances): Required<DeliveryChances> {
  const checked = { ...DEFAULTS, ...checkedInput('setDeliveryChances', chances) };
  checkDuration(checked.delayUpToMs, 'delayUpToMs');
  return checked;
}
