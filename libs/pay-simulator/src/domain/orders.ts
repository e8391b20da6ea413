import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { PublishEvent } from './events.js';
import { moveOrder, OrderState, type Order, type OrderTerms } from './order.js';
import { Refusal } from './refusal.js';

/** What PATCH may change of a standing order. */
export interface OrderChanges {
  readonly amount?: number;
  readonly expiresAt?: number;
  readonly disablePaidState?: boolean;
  readonly cancelled?: boolean;
}

/** The orders of the account and their life. */
export class Orders {
  private readonly orders = new Map<string, Order>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly publish: PublishEvent,
  ) {}

  create(terms: OrderTerms): Order {
    const order: Order = {
      ...terms,
      code: this.newCode(),
      createdAt: this.clock.now(),
      state: OrderState.Pending,
      disablePaidState: false,
    };
    this.orders.set(order.code, order);
    return order;
  }

  /** The order as it stands now: it expires silently when its time has passed. */
  find(code: string): Order | undefined {
    const order = this.orders.get(code);
    const expired =
      order?.state === OrderState.Pending && order.expiresAt !== null && order.expiresAt <= this.clock.now();
    return expired ? this.move(order, OrderState.Expired) : order;
  }

  /** The order. @throws Refusal 404 when there is none with that code. */
  get(code: string): Order {
    const order = this.find(code);
    if (!order) throw new Refusal(404, `Order ${code} was not found`, 0, 404);
    return order;
  }

  list(): readonly Order[] {
    return [...this.orders.keys()].map((code) => this.get(code));
  }

  /** Cancels a pending order; in any other state it changes nothing, as the service does. */
  cancel(code: string): Order {
    const order = this.get(code);
    return order.state === OrderState.Pending ? this.announce(this.move(order, OrderState.Cancelled)) : order;
  }

  /** Changes a standing order. @throws Refusal 404 when there is none. */
  update(code: string, changes: OrderChanges): Order {
    let order = this.get(code);
    // Paid and expired are final: the service says yes and changes nothing (inferred from cancelling a paid order).
    if (order.state === OrderState.Paid || order.state === OrderState.Expired) return order;
    const {
      amount = order.amount,
      expiresAt = order.expiresAt,
      disablePaidState = order.disablePaidState,
    } = changes;
    order = { ...order, amount, expiresAt, disablePaidState };
    this.orders.set(code, order);
    if (changes.cancelled === true) return this.cancel(code);
    const lifted = changes.cancelled === false && order.state === OrderState.Cancelled;
    return lifted ? this.move(order, OrderState.Pending) : order;
  }

  /** Notes a successful payment; an order with `disablePaidState` stays payable. */
  markPaid(code: string): Order {
    const order = this.get(code);
    return order.disablePaidState ? order : this.move(order, OrderState.Paid);
  }

  /** Lets a pending order expire at once. @throws Refusal 409 when it is not pending. */
  expire(code: string): Order {
    const order = this.get(code);
    if (order.state !== OrderState.Pending) throw new Refusal(409, `Order ${code} is not pending`);
    return this.move({ ...order, expiresAt: this.clock.now() }, OrderState.Expired);
  }

  reset(): void {
    this.orders.clear();
  }

  private move(order: Order, state: OrderState): Order {
    const moved = moveOrder(order, state);
    this.orders.set(order.code, moved);
    return moved;
  }

  private announce(order: Order): Order {
    this.publish({ type: 'order-updated', order });
    return order;
  }

  private newCode(): string {
    for (;;) {
      const code = this.ids.orderCode();
      if (!this.orders.has(code)) return code;
    }
  }
}
