import type { Request } from 'express';
import type { PayOperatorPermissions } from 'nestjs-pay/operator';
import { SHOP_CURRENCY } from '../catalogue/goods.js';

/** A person of the back office. */
export interface StaffMember extends PayOperatorPermissions {
  readonly name: string;
  /** What the person may do, in words. */
  readonly duty: string;
}

/** Everybody in the back office. A real shop reads the person and the permissions from its login. */
export const STAFF: readonly [StaffMember, ...StaffMember[]] = [
  { name: 'Ada', duty: 'may do everything', look: true, refund: true, replay: true },
  {
    name: 'Ben',
    duty: 'may give back at most €20.00 of a payment',
    look: true,
    refund: { maxAmount: 2_000, currencyCode: SHOP_CURRENCY.code },
  },
  { name: 'Cleo', duty: 'may only look', look: true },
];

/** Cookie with the name of the person. */
export const STAFF_COOKIE = 'staff';

/** Returns who uses the back office in this browser: the first person unless another was chosen. */
export function staffMemberOf({
  headers: { cookie = '' },
}: Request): PayOperatorPermissions & { name: string } {
  const name = new RegExp(`(?:^|;\\s*)${STAFF_COOKIE}=(\\w+)`).exec(cookie)?.[1];
  const { duty: _duty, ...permissions } = STAFF.find((one) => one.name === name) ?? STAFF[0];
  return permissions;
}
