import type { CounterCustomer } from '../../domain/reseller-desk.js';
import type { Fields } from '../../http/fields.js';

/** Event id: allowed, if tags go with the payment. @see contract/resellers.json enums.EligibilityEventId */
export const TAGS_NEEDED = 109_101;

/** Who pays; undefined when no phone is named. */
export function counterCustomer(fields: Fields): CounterCustomer | undefined {
  const phone = fields.text('phone', { min: 1, max: 30 });
  const countryCode = fields.text('countryCode', {
    pattern: /^[A-Za-z]{2}$/,
    expected: 'an ISO 3166-1 alpha-2 code',
  });
  return phone === undefined ? undefined : { phone, countryCode: countryCode?.toUpperCase() ?? '' };
}

/** An order code as a bare number, whose digits are kept as text where a double would change them. */
export function orderCodeField(fields: Fields): string | undefined {
  const value = fields.value('orderCode');
  if (value === undefined) return undefined;
  const code = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d{16}$/.test(code) ? code : fields.expect('orderCode', 'an order code of 16 digits');
}
