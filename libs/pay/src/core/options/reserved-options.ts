import type { FieldError } from '../operation/method-return.js';
import type { OptionsPlace } from '../operation/operation.js';
import { namesOf } from './compiled-check.js';

/** The option that names a merchant on the wire. Reseller calls name the merchant in the user name instead. */
const MERCHANT_ON_THE_WIRE = 'merchantId';

/**
 * Refuses options that would override the declaration: its path, query and constants, or the choice between calls with the same
 * URL. Ignores case and punctuation, as the service does.
 */
export function reservedProblems(
  place: OptionsPlace,
  options: Readonly<Record<string, unknown>>,
): FieldError[] {
  const { known, reserved } = reservedNamesOf(place);
  if (reserved.size === 0) return [];
  return Object.keys(options).flatMap((field) => {
    const problem =
      known.has(field) || options[field] === undefined ? undefined : reserved.get(normalized(field));
    return problem === undefined ? [] : [{ field, problem }];
  });
}

interface ReservedNames {
  /** Options that the class declares. */
  known: ReadonlySet<string>;
  /** Normalized name → why the name is not an option. */
  reserved: ReadonlyMap<string, string>;
}

const places = new WeakMap<OptionsPlace, ReservedNames>();

function reservedNamesOf(place: OptionsPlace): ReservedNames {
  const read = places.get(place) ?? readPlace(place);
  places.set(place, read);
  return read;
}

function readPlace(place: OptionsPlace): ReservedNames {
  const reserved = new Map<string, string>();
  const moved = { ...place.toPath, ...place.toQuery };
  for (const [name, why] of Object.entries(place.forbidden ?? {}))
    reserved.set(normalized(name), `is not an option of this call: ${why}`);
  for (const name of Object.keys(place.constants ?? {}))
    reserved.set(normalized(name), 'is not an option: this call always sets it');
  if (place.toReseller !== undefined) moved[MERCHANT_ON_THE_WIRE] ??= place.toReseller;
  for (const [name, option] of Object.entries(moved))
    reserved.set(normalized(name), `is not an option: use ${option}`);
  const known = new Set([...namesOf(place.dto), ...Object.values(moved), ...(place.int64 ?? [])]);
  return { known, reserved };
}

/** Normalizes a name, because the service may ignore case and punctuation. */
function normalized(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
