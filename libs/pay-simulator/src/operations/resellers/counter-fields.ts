import { BadRequest } from '../../http/bad-request.js';
import type {
  CashPaymentBody,
  CheckBillPaymentEligibilityBody,
  CheckCashPaymentEligibilityBody,
} from '../request-values.generated.js';
import type { CounterRequest } from '../../domain/counter-payments.js';
import type { CounterCustomer, CounterPayment, ResellerDesk } from '../../domain/reseller-desk.js';
import type { OperationReply } from '../../http/operation.js';
import { orderOfRfCode } from '../../domain/rf-code.js';

/** Event ID of a check that allows the payment if it has tags. @see contract/behaviour/resellers.yaml enums.EligibilityEventId */
const TAGS_NEEDED = 109_101;

/** Returns the customer. Undefined without a phone number. */
export const counterCustomer = ({
  phone,
  countryCode = '',
}: CheckBillPaymentEligibilityBody): CounterCustomer | undefined =>
  phone === undefined ? undefined : { phone, countryCode: countryCode.toUpperCase() };

/** Returns the order of an order code, an RF code, or both if they name the same order. */
export function namedOrder({
  orderCode,
  rfPaymentCode,
}: CheckCashPaymentEligibilityBody): string | undefined {
  if (rfPaymentCode === undefined) return orderCode;
  const code = orderOfRfCode(rfPaymentCode);
  if (code === undefined || (orderCode !== undefined && orderCode !== code))
    throw BadRequest.ofRule('rfPaymentCode', 'the RF code of an order, and of the same order as orderCode');
  return code;
}

/** Returns what payments at the counter have in common. */
export const counterRequest = (
  payment: CounterPayment,
  { oneTimePassword = '', amount = 0, tags = [], resellerSourceCode, ...customer }: CashPaymentBody,
): CounterRequest => ({
  ...{ payment, oneTimePassword, amount, tags, resellerSourceCode: resellerSourceCode ?? null },
  customer: counterCustomer(customer) ?? { phone: '', countryCode: '' },
  billId: null,
  fullName: null,
});

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
