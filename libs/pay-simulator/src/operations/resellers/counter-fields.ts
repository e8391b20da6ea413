import type { CounterRequest } from '../../domain/counter-payments.js';
import type { CounterCustomer, CounterPayment, ResellerDesk } from '../../domain/reseller-desk.js';
import type { OperationReply } from '../../http/operation.js';
import { orderOfRfCode } from '../../domain/rf-code.js';
import type { Fields } from '../../http/fields.js';

/** Event ID of a check that allows the payment if it has tags. @see contract/behaviour/resellers.yaml enums.EligibilityEventId */
const TAGS_NEEDED = 109_101;

/** Small letters count, too. */
const COUNTRY_CODE = { fits: (text: string) => /^[A-Z]{2}$/i.test(text) };

/** Reads the customer. Undefined without a phone number. */
export function readCustomer(fields: Fields): CounterCustomer | undefined {
  const phone = fields.text('phone');
  const countryCode = fields.text('countryCode', COUNTRY_CODE);
  return phone === undefined ? undefined : { phone, countryCode: countryCode?.toUpperCase() ?? '' };
}

/** Reads an order code, an RF code, or both if they name the same order. */
export function readNamedOrder(body: Fields): string | undefined {
  const orderCode = body.int64('orderCode');
  const rfCode = body.text('rfPaymentCode');
  if (rfCode === undefined) return orderCode;
  const code = orderOfRfCode(rfCode);
  const isTold = code !== undefined && (orderCode === undefined || orderCode === code);
  return isTold
    ? code
    : body.expect('rfPaymentCode', 'the RF code of an order, and of the same order as orderCode');
}

/** Reads the common fields of payments at the counter. The simulator requires amount, phone and password. */
export function readCounterRequest(payment: CounterPayment, body: Fields): CounterRequest {
  body.require('phone');
  return {
    payment,
    customer: readCustomer(body) ?? { phone: '', countryCode: '' },
    oneTimePassword: body.text('oneTimePassword', { minLength: 1, required: true }),
    amount: body.integer('amount', { required: true }),
    tags: body.list<string>('tags') ?? [],
    resellerSourceCode: body.text('resellerSourceCode') ?? null,
    billId: null,
    fullName: null,
  };
}

/** Sends a one-time password, and responds whether the payment needs tags. */
export function checkedReply(
  desk: ResellerDesk,
  payment: CounterPayment,
  customer: CounterCustomer | undefined,
): OperationReply {
  if (customer) desk.sendPassword(payment, customer);
  return desk.tagsNeeded
    ? { status: 200, json: { eventId: TAGS_NEEDED }, eventId: TAGS_NEEDED }
    : { status: 204 };
}
