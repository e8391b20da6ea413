import type { Request } from 'express';
import type { PayOperatorPermissions } from 'nestjs-pay/operator';
import { SHOP_CURRENCY } from '../catalogue/goods.js';

type Person = PayOperatorPermissions & { readonly name: string };

interface StaffMember {
  readonly person: Person;
  /** What the person may do, in words. */
  readonly duty: string;
}

/** Everybody in the back office. A real shop reads the person and the permissions from its login. */
export const STAFF: readonly [StaffMember, ...StaffMember[]] = [
  { person: { name: 'Ada', look: true, refund: true, replay: true }, duty: 'may do everything' },
  {
    person: { name: 'Ben', look: true, refund: { maxAmount: 2_000, currencyCode: SHOP_CURRENCY.code } },
    duty: 'may give back at most €20.00 of a payment',
  },
  { person: { name: 'Cleo', look: true }, duty: 'may only look' },
];

/** Cookie with the name of the person. */
export const STAFF_COOKIE = 'staff';

/** Returns who uses the back office in this browser: the first person unless another was chosen. */
export function staffMemberOf({ headers: { cookie = '' } }: Request): Person {
  const name = new RegExp(`(?:^|;\\s*)${STAFF_COOKIE}=(\\w+)`).exec(cookie)?.[1];
  return (STAFF.find((one) => one.person.name === name) ?? STAFF[0]).person;
}
