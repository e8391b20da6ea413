import type { CounterRequest } from '../../domain/counter-payments.js';
import type { CounterCustomer, CounterPayment } from '../../domain/reseller-desk.js';
import { orderOfRfCode } from '../../domain/rf-code.js';
import { isText } from '../../http/field-kinds.js';
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

/** The order that is named by its code, by its RF code, or by both alike. */
export function namedOrder(body: Fields): string | undefined {
  const orderCode = orderCodeField(body);
  const rfCode = body.text('rfPaymentCode');
  if (rfCode === undefined) return orderCode;
  const code = orderOfRfCode(rfCode);
  const isTold = code !== undefined && (orderCode === undefined || orderCode === code);
  return isTold
    ? code
    : body.expect('rfPaymentCode', 'the RF code of an order, and of the one that is named');
}

/** What every payment at the counter says. Here an amount, a phone and its password are needed, as in practice. */
export function counterRequest(payment: CounterPayment, body: Fields): CounterRequest {
  body.require('amount', 'phone', 'oneTimePassword');
  return {
    payment,
    customer: counterCustomer(body) ?? { phone: '', countryCode: '' },
    oneTimePassword: body.text('oneTimePassword', { min: 1 }) ?? '',
    amount: body.integer('amount', { min: 1 }) ?? 0,
    tags: body.list('tags', isText, 'a list of texts') ?? [],
    resellerSourceCode: body.text('resellerSourceCode') ?? null,
    billId: null,
    fullName: null,
  };
}
