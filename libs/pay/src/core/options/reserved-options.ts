import type { FieldError } from '../operation/method-return.js';
import type { OptionsPlace } from '../operation/operation.js';
import { namesOf } from './compiled-check.js';

/** How a merchant is named on the wire, where a reseller's user name does it instead. */
const MERCHANT_ON_THE_WIRE = 'merchantId';

/**
 * Options that the class does not know and that would change what the declaration says: its path, query and constants, or
 * which of the calls on one address it is. Letters are compared as the service does: capitals do not matter.
 */
export function reservedProblems(
  place: OptionsPlace,
  options: Readonly<Record<string, unknown>>,
): FieldError[] {
  const { known, reserved } = saidElsewhere(place);
  if (reserved.size === 0) return [];
  return Object.keys(options).flatMap((field) => {
    const problem = known.has(field) || options[field] === undefined ? undefined : reserved.get(plain(field));
    return problem === undefined ? [] : [{ field, problem }];
  });
}

interface SaidElsewhere {
  /** Options that the class knows. */
  known: ReadonlySet<string>;
  /** By its name in plain letters: why it is no option. */
  reserved: ReadonlyMap<string, string>;
}

const places = new WeakMap<OptionsPlace, SaidElsewhere>();

function saidElsewhere(place: OptionsPlace): SaidElsewhere {
  const read = places.get(place) ?? readPlace(place);
  places.set(place, read);
  return read;
}

function readPlace(place: OptionsPlace): SaidElsewhere {
  const reserved = new Map<string, string>();
  const said = { ...place.toPath, ...place.toQuery };
  for (const [name, why] of Object.entries(place.forbidden ?? {}))
    reserved.set(plain(name), `is not an option of this call: ${why}`);
  for (const name of Object.keys(place.constants ?? {}))
    reserved.set(plain(name), 'is not an option: this call always says it');
  if (place.toReseller !== undefined) said[MERCHANT_ON_THE_WIRE] ??= place.toReseller;
  for (const [name, option] of Object.entries(said))
    reserved.set(plain(name), `is not an option: it is said by ${option}`);
  const known = new Set([...namesOf(place.dto), ...Object.values(said), ...(place.int64 ?? [])]);
  return { known, reserved };
}

/** A name without what a server may not tell apart. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
