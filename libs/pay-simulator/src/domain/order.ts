import type { OrderTransferTerms } from './funds-transfer.js';

/** States of an order. @see contract/payments.json enums.StateId */
export const OrderState = { Pending: 0, Expired: 1, Cancelled: 2, Paid: 3 } as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState];

/** The smallest amount of an order, minor units. */
export const MIN_ORDER_AMOUNT = 30;

/** Who pays; what is missing is asked on the page. */
export interface OrderCustomer {
  readonly email: string | null;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly countryCode: string | null;
}

/** What an ISV adds to a connected merchant's order. */
export type IsvTerms = {
  /** The ISV's fee, contained in the amount, minor units. */
  readonly amount: number;
  /** The ISV's own payment source. */
  readonly resellerSourceCode: string;
};

/** What an order is made of, as the merchant asked for it. Amounts are whole minor units. */
export interface OrderTerms {
  readonly amount: number;
  readonly currencyCode: string;
  readonly sourceCode: string;
  readonly customer: OrderCustomer;
  readonly language: string;
  readonly customerTrns: string;
  readonly merchantTrns: string;
  readonly tipAmount: number;
  readonly tags: readonly string[];
  readonly maxInstallments: number;
  readonly forceMaxInstallments: boolean;
  readonly preauth: boolean;
  readonly allowRecurring: boolean;
  readonly disableExactAmount: boolean;
  readonly isCardVerification: boolean;
  /** A reseller's counter takes no cash for it. */
  readonly disableCash?: boolean;
  readonly dynamicDescriptor: string | null;
  readonly paymentMethods: readonly number[];
  /** Tokens of saved cards that the page offers. */
  readonly cardTokens?: readonly string[];
  /** Fee in minor units by payment method id. */
  readonly paymentMethodFees: Readonly<Record<string, number>>;
  /** Where an expired order sends the customer instead of the source's failure URL. */
  readonly expiredUrl: string | null;
  /** When the order expires, milliseconds of virtual time; null: never. */
  readonly expiresAt: number | null;
  /** A platform's order: what goes to a seller by itself. */
  readonly transfer?: OrderTransferTerms;
  /** Made by an ISV for the merchant. */
  readonly isv?: IsvTerms;
}

/** Default values of the optional terms. The order never expires. */
export const DEFAULT_ORDER_TERMS = {
  sourceCode: 'Default',
  customer: { email: null, fullName: null, phone: null, countryCode: null },
  language: 'en-GB',
  customerTrns: '',
  merchantTrns: '',
  tipAmount: 0,
  tags: [],
  maxInstallments: 0,
  forceMaxInstallments: false,
  preauth: false,
  allowRecurring: false,
  disableExactAmount: false,
  isCardVerification: false,
  dynamicDescriptor: null,
  paymentMethods: [],
  paymentMethodFees: {},
  expiredUrl: null,
  expiresAt: null,
} satisfies Omit<OrderTerms, 'amount' | 'currencyCode'>;

/** Public state of an order. */
export type Order = Readonly<OrderTerms> & {
  readonly code: string;
  readonly createdAt: number;
  readonly state: OrderState;
  /** The order may be paid more than once: it stays Pending. */
  readonly disablePaidState: boolean;
};

/** The edges of an order's life; anything else is a bug. @see contract/payments.json lifecycle */
const EDGES: ReadonlySet<string> = new Set([
  `${OrderState.Pending}-${OrderState.Paid}`,
  `${OrderState.Pending}-${OrderState.Expired}`,
  `${OrderState.Pending}-${OrderState.Cancelled}`,
  `${OrderState.Cancelled}-${OrderState.Pending}`,
]);

/** The order in another state. @throws Error when no documented edge leads there. */
export function moveOrder(order: Order, state: OrderState): Order {
  if (!EDGES.has(`${order.state}-${state}`)) {
    throw new Error(`order ${order.code} cannot go from state ${order.state} to ${state}`);
  }
  return { ...order, state };
}
