import { errorDetails, localMeta } from '../core/operation/failure.js';
import { HOST_RULES, resolveHosts } from '../core/options/host-options.js';
import type { Endpoints } from '../core/operation/hosts.js';
import { PayError } from '../core/operation/method-return.js';
import type { FieldError } from '../core/operation/method-return.js';
import { checkOptions, problemsText, rule, unreadableOptions } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { isObject, ownMembers } from '../core/values/plain-data.js';
import { readInt64 } from '../core/values/int64.js';
import type { OrderCodeInput } from '../areas/order-code.js';

/** Options of {@link getSmartCheckout}. */
export interface SmartCheckoutOptions {
  /** Order code from `createOrder`. A string is exact, whatever its size. */
  orderCode: OrderCodeInput;
  /** Brand color of the page: three or six hex digits, with or without `#`. @default the service's color */
  color?: string | null;
  /** Preselected payment method: a `PaymentMethod`. 0 is the card. */
  paymentMethod?: number | null;
  /** Uses the demo checkout page. @default false */
  dev?: boolean;
  /** Base addresses that replace the environment's. The page is on `web`. */
  endpoints?: Endpoints | undefined;
}

const OPERATION = 'getSmartCheckout';

const RULES = {
  orderCode: {
    required: 'the order code from createOrder',
    problem: (value) => {
      const code = readInt64(value);
      return 'problem' in code ? code.problem : null;
    },
  },
  color: rule(
    (value) => value === null || readColor(value) !== undefined,
    'three or six hex digits',
    "'0000ff'",
  ),
  // 0 is a valid payment method: the card.
  paymentMethod: rule(
    (value) => value === null || (Number.isSafeInteger(value) && (value as number) >= 0),
    'the number of a payment method',
    0,
  ),
  ...HOST_RULES,
} satisfies Record<keyof SmartCheckoutOptions, OptionRule>;

/**
 * Returns the address of the hosted checkout page. Redirect the customer there; do not show it in an iframe. Makes no call.
 *
 * @throws PayError with code `validationerror` that names each invalid option.
 * @example
 * const url = getSmartCheckout({ orderCode: order.data.orderCodeText, dev: true });
 * @see https://developer.viva.com/smart-checkout/smart-checkout-integration
 */
export function getSmartCheckout(options: SmartCheckoutOptions): string {
  const copied = ownMembers(isObject(options) ? options : {}) as Partial<SmartCheckoutOptions>;
  const own = { ...copied, dev: copied.dev ?? undefined, endpoints: copied.endpoints ?? undefined };
  const problems = [...unreadableOptions(RULES, options), ...checkOptions(RULES, own)];
  const code = readInt64(own.orderCode);
  if (!('text' in code) || problems.length > 0) throw wrong(problems);

  const { color, paymentMethod } = own;
  const query = new URLSearchParams({ ref: code.text });
  const hex = readColor(color);
  if (hex !== undefined) query.set('color', hex);
  if (paymentMethod != null) query.set('paymentMethod', String(paymentMethod));
  return `${resolveHosts(own).web}/web/checkout?${query.toString()}`;
}

/** Returns six hex digits in lower case, or undefined for an invalid color. */
function readColor(color: unknown): string | undefined {
  const digits =
    typeof color === 'string'
      ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1]?.toLowerCase()
      : undefined;
  return digits?.length === 3 ? digits.replace(/./g, '$&$&') : digits;
}

function wrong(fields: FieldError[]): PayError {
  return new PayError({
    code: 'validationerror',
    message: `${OPERATION}: ${problemsText(fields)}.`,
    error: errorDetails('not-sent', { fields }),
    meta: localMeta(OPERATION),
  });
}
