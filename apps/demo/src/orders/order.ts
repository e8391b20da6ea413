import type { StoredPaymentTimeline } from 'nestjs-pay';

/** A line of an order, with its name and price when the order was placed. */
export interface OrderLine {
  readonly goodsId: string;
  readonly name: string;
  readonly quantity: number;
  /** Minor units. */
  readonly unitPrice: number;
}

export interface Customer {
  readonly name: string;
  readonly email: string;
  /** Language of the payment page, for example `en-GB`; undefined if the payment source decides. */
  readonly language?: string | undefined;
}

/** The payment order of an order. */
export interface ServiceOrder {
  /** Exact digits: an order code can exceed 2^53. */
  readonly orderCode: string;
  /** When it can no longer be paid, in milliseconds. */
  readonly expiresAt: number;
}

/** An order that a customer asks for. */
export interface OrderDraft<Line extends OrderLine = OrderLine> {
  /** Identifies the submission of the form: a double click has the same one. */
  readonly submission: string;
  readonly customer: Customer;
  readonly lines: readonly Line[];
  /** Whether the payment only holds the amount. An operator captures it, or a part of it, when the goods are sent. */
  readonly isHold?: boolean;
}

/** An order. Never changed in place. */
export interface Order<Line extends OrderLine = OrderLine> extends OrderDraft<Line> {
  /** Random, and the address of the order's page: anyone who has it can read the order. */
  readonly id: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 numeric. */
  readonly currency: string;
  /** Null until the payment service has accepted the order. */
  readonly service: ServiceOrder | null;
  /** Everything that is known about the payment; null until the first event. See `orderState`. */
  readonly timeline: StoredPaymentTimeline | null;
  /** The latest declined attempt, with its reason as the service's event ID. */
  readonly decline: { readonly at: string; readonly reason: number | null } | null;
}

/** How long a customer can pay, in seconds. */
export const PAYMENT_TIMEOUT_SECONDS = 1800;

/** Returns the part of an order's ID that people read to each other. */
export function orderReference({ id }: { readonly id: string }): string {
  return id.slice(0, 8).toUpperCase();
}

/** Returns the total of an order's lines, in minor units. */
export function totalOf(lines: readonly Pick<OrderLine, 'quantity' | 'unitPrice'>[]): number {
  return lines.reduce((total, { quantity, unitPrice }) => total + quantity * unitPrice, 0);
}

/** Describes an order's lines in one text: `2 × Stoneware mug`. */
export function linesText(lines: readonly Pick<OrderLine, 'quantity' | 'name'>[]): string {
  return lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
}
