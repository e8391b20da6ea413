import type { PaymentFact } from './payment-fact.js';

/** One line of an order: name and price as they were when it was placed. */
export interface OrderLine {
  readonly goodsId: string;
  readonly name: string;
  readonly quantity: number;
  /** Minor units. */
  readonly unitPrice: number;
}

/** Who ordered. */
export interface Customer {
  readonly name: string;
  readonly email: string;
  /** Language of the hosted page, such as `en-GB`; undefined leaves it to the payment source. */
  readonly language: string | undefined;
}

/** The order as the payment service knows it. */
export interface ServiceOrder {
  /** The exact digits: an order code can exceed 2^53. */
  readonly orderCode: string;
  /** When it can no longer be paid, milliseconds. */
  readonly expiresAt: number;
}

/** What a customer asks for, before it is an order. */
export interface OrderDraft {
  /** Names one submission of the form: a second click has the same one. */
  readonly submission: string;
  readonly customer: Customer;
  readonly lines: readonly OrderLine[];
}

/** An order of the shop. Never changed in place. */
export interface Order extends OrderDraft {
  /** Random, and the address of the order's page: whoever has it may read the order. */
  readonly id: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** What is to be paid, minor units. */
  readonly amount: number;
  /** ISO 4217 numeric. */
  readonly currency: string;
  /** Null until the payment service has taken the order. */
  readonly service: ServiceOrder | null;
  /** What is known about its payment, by fact: see `orderState`. */
  readonly facts: Readonly<Record<string, PaymentFact>>;
}

/** The part of an order's id that people read to each other. */
export function orderReference({ id }: Pick<Order, 'id'>): string {
  return id.slice(0, 8).toUpperCase();
}
