import type { OrderTransfer } from './funds-transfer.js';

/** States of an order. @see contract/behaviour/payments.yaml enums.StateId */
export const OrderState = { Pending: 0, Expired: 1, Cancelled: 2, Paid: 3 } as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState];

/** Payment methods: a card, and IRIS of Greek banks. @see contract/behaviour/payments.yaml enums.PaymentMethodId */
export const CARD = 0;
export const IRIS = 29;

/** Minimum amount of an order in minor units. */
export const MIN_ORDER_AMOUNT = 30;

/** Customer of an order. The checkout page asks for missing details. */
export interface OrderCustomer {
  readonly email: string | null;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly countryCode: string | null;
}

/** Share of an ISV in a payment of a connected merchant. */
export type IsvShare = {
  /** Fee of the ISV in minor units, contained in the amount. */
  readonly amount: number;
  /** Payment source of the ISV. */
  readonly resellerSourceCode: string;
};

/** Default values of the optional details. Amounts are in minor units. The order never expires. */
export const DEFAULT_ORDER_DETAILS = {
  /** Payment source. */
  sourceCode: 'Default',
  customer: { email: null, fullName: null, phone: null, countryCode: null } as OrderCustomer,
  language: 'en-GB',
  /** Text that the customer sees. */
  customerTrns: '',
  /** Reference of the merchant. */
  merchantTrns: '',
  tipAmount: 0,
  tags: [] as readonly string[],
  maxInstallments: 0,
  forceMaxInstallments: false,
  /** Whether the payment is only authorized. */
  preauth: false,
  allowRecurring: false,
  disableExactAmount: false,
  isCardVerification: false,
  dynamicDescriptor: null as string | null,
  paymentMethods: [] as readonly number[],
  /** Fee in minor units by payment method ID. */
  paymentMethodFees: {} as Readonly<Record<string, number>>,
  /** URL for customers of an expired order, instead of the source's failure URL. */
  expiredUrl: null as string | null,
  /** Virtual time of the expiry. Null if the order never expires. */
  expiresAt: null as number | null,
};

/** Details of an order, as requested. Amounts are in minor units. */
export interface OrderDetails extends Readonly<typeof DEFAULT_ORDER_DETAILS> {
  readonly amount: number;
  /** Numeric ISO 4217 code. */
  readonly currencyCode: string;
  /** Whether the order cannot be paid in cash at a reseller's counter. */
  readonly disableCash?: boolean;
  /** Tokens of saved cards that the checkout page offers. */
  readonly cardTokens?: readonly string[];
  /** Automatic transfer of a platform's order to a seller. */
  readonly transfer?: OrderTransfer;
  /** Share of the ISV that created the order for the merchant. */
  readonly isv?: IsvShare;
  /** Channel that created the order. @default the checkout API */
  readonly channelId?: string;
}

/** Returns whether an order can be paid by card: it lists no payment methods, or the card is one of them. */
export const acceptsCards = ({ paymentMethods }: OrderDetails): boolean =>
  paymentMethods.length === 0 || paymentMethods.includes(CARD);

/** Returns whether an order can be paid with IRIS: once, at once, in euros. @see contract/behaviour/payments.yaml iris-no-holds */
export const acceptsIris = ({ paymentMethods, ...order }: OrderDetails): boolean =>
  (paymentMethods.length === 0 || paymentMethods.includes(IRIS)) &&
  order.currencyCode === '978' &&
  !(order.preauth || order.allowRecurring || order.isCardVerification || order.disableExactAmount);

/** An order with its state. */
export type Order = Readonly<OrderDetails> & {
  /** Order code: 16 digits. A string, because a JavaScript number is not exact above 2^53. */
  readonly code: string;
  /** Virtual time of the creation. */
  readonly createdAt: number;
  /** 0: pending, 1: expired, 2: canceled, 3: paid. */
  readonly state: OrderState;
  /** Whether the order stays pending after a payment, so that it can be paid again. */
  readonly disablePaidState: boolean;
};

/** Allowed state changes of an order. @see contract/behaviour/payments.yaml lifecycle */
const ALLOWED_CHANGES: Readonly<Partial<Record<OrderState, readonly OrderState[]>>> = {
  [OrderState.Pending]: [OrderState.Paid, OrderState.Expired, OrderState.Cancelled],
  [OrderState.Cancelled]: [OrderState.Pending],
};

/** Returns the order in another state. @throws Error if the change is not allowed. */
export function moveOrder(order: Order, state: OrderState): Order {
  if (!ALLOWED_CHANGES[order.state]?.includes(state)) {
    throw new Error(`order ${order.code} cannot go from state ${order.state} to ${state}`);
  }
  return { ...order, state };
}
