import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import { errorDetails } from '../core/operation/failure.js';
import { resolveHosts } from '../core/operation/hosts.js';
import type { Endpoints } from '../core/operation/hosts.js';
import { PayError } from '../core/operation/method-return.js';
import type { FieldError } from '../core/operation/method-return.js';
import { ownMembers } from '../core/values/plain-data.js';
import { readOrderCode } from '../core/values/order-code.js';
import type { OrderCodeInput } from '../core/values/order-code.js';

/** Options of {@link getSmartCheckout}. */
export interface SmartCheckoutOptions {
  /** From `createOrder`; as text it is exact whatever its size. */
  orderCode: OrderCodeInput;
  /** Brand colour of the page: three or six hex digits, with or without `#`. @default the service's own */
  color?: string | null;
  /** Payment method shown as selected: a `PaymentMethod`. 0 is the card. */
  paymentMethod?: number | null;
  /** The demo checkout page. @default false */
  dev?: boolean;
  /** Base addresses that replace the environment's; the page is on `web`. */
  endpoints?: Endpoints | undefined;
}

const OPERATION = 'getSmartCheckout';

/**
 * The address of the hosted checkout page, for a full redirect of the customer (not an iframe). Makes no call.
 *
 * @throws PayError with code `validationerror` that names each wrong option.
 * @see https://developer.viva.com/smart-checkout/smart-checkout-integration
 */
export function getSmartCheckout(options: SmartCheckoutOptions): string {
  const problems: FieldError[] = [];
  const { orderCode, color, paymentMethod } = ownMembers(options ?? {}) as Partial<SmartCheckoutOptions>;
  const code = readOrderCode(orderCode);
  if ('problem' in code) problems.push({ field: 'orderCode', problem: code.problem });
  const hex = color == null ? null : readColor(color);
  if (hex === undefined)
    problems.push({ field: 'color', problem: 'must be three or six hex digits, such as 0000ff' });
  // Not `if (paymentMethod)`: 0 is the card.
  if (paymentMethod != null && !(Number.isSafeInteger(paymentMethod) && paymentMethod >= 0)) {
    problems.push({ field: 'paymentMethod', problem: 'must be the number of a payment method' });
  }
  if (!('text' in code) || problems.length > 0) throw wrong(problems);

  const query = new URLSearchParams({ ref: code.text });
  if (hex != null) query.set('color', hex);
  if (paymentMethod != null) query.set('paymentMethod', String(paymentMethod));
  return `${checkoutHost(options)}/web/checkout?${query.toString()}`;
}

/** Six hex digits in lower case; undefined when it is no colour. */
function readColor(color: unknown): string | undefined {
  const digits =
    typeof color === 'string'
      ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1]?.toLowerCase()
      : undefined;
  return digits?.length === 3 ? digits.replace(/./g, '$&$&') : digits;
}

function checkoutHost(options: SmartCheckoutOptions): string {
  try {
    return resolveHosts(options).web;
  } catch (error) {
    const [field = 'endpoints', ...problem] = isInstance(error, RangeError)
      ? describeThrown(error).message.split(' ')
      : [];
    throw wrong([{ field, problem: problem.join(' ') }]);
  }
}

function wrong(fields: FieldError[]): PayError {
  return new PayError({
    code: 'validationerror',
    message: `${OPERATION}: ${fields.map(({ field, problem }) => `${field} ${problem}`).join('; ')}.`,
    error: errorDetails('not-sent', { fields }),
    meta: { operation: OPERATION, httpStatus: null, correlationId: null, attempts: 0, durationMs: 0 },
  });
}
