import type { MerchantBasics } from './merchant-basics.js';
import { Archive } from './archive.js';
import { DEFAULT_ORDER_DETAILS, moveOrder, OrderState, type Order, type OrderDetails } from './order.js';
import { Refusal, refusal } from './refusal.js';

/** Changes to a pending or canceled order. */
type OrderChanges = Partial<Pick<Order, 'amount' | 'expiresAt' | 'disablePaidState'>> & {
  readonly cancelled?: boolean;
};

/** Orders of the account. */
export class Orders {
  private readonly orders = new Archive<Order>('orders');

  constructor(private readonly core: MerchantBasics) {}

  /** Number of orders. */
  get size(): number {
    return this.orders.size;
  }

  /** Creates a pending order. Without a currency, it is in the account's. */
  create(details: Partial<OrderDetails> & Pick<OrderDetails, 'amount'>): Order {
    const order: Order = {
      // A literal that starts with a member instead of a spread takes half the memory and a tenth of the time. After a spread, each new
      // member makes a hidden class, which is old garbage at once.
      currencyCode: this.core.account.currencyCode,
      ...DEFAULT_ORDER_DETAILS,
      ...details,
      code: this.newCode(),
      createdAt: this.core.clock.now(),
      state: OrderState.Pending,
      disablePaidState: false,
    };
    return this.orders.put(order.code, order);
  }

  /** Finds an order. An order whose time has passed becomes expired here, without an event. */
  find(code: string): Order | undefined {
    const order = this.orders.get(code);
    const expired =
      order?.state === OrderState.Pending &&
      order.expiresAt !== null &&
      order.expiresAt <= this.core.clock.now();
    return expired ? this.move(order, OrderState.Expired) : order;
  }

  /** Returns an order. @throws Refusal 404 if the code is unknown. */
  get(code: string): Order {
    const order = this.find(code);
    if (!order) throw refusal(404, `Order ${code} was not found`);
    return order;
  }

  list(): readonly Order[] {
    return [...this.orders.keys()].map((code) => this.get(code));
  }

  /** Lists the codes of all orders, without looking at their time. */
  codes(): Iterable<string> {
    return this.orders.keys();
  }

  /** Cancels a pending order. As in the service, an order in another state does not change. */
  cancel(code: string): Order {
    const order = this.get(code);
    if (order.state !== OrderState.Pending) return order;
    const cancelled = this.move(order, OrderState.Cancelled);
    this.core.publish({ type: 'order-updated', order: cancelled });
    return cancelled;
  }

  /** Changes an order. A paid or expired order does not change. @throws Refusal 404 if the code is unknown. */
  update(code: string, changes: OrderChanges): Order {
    let order = this.get(code);
    // The service accepts changes of final orders without effect (inferred from canceling a paid order).
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

  /** Marks an order as paid. An order with `disablePaidState` stays pending. */
  markPaid(code: string): Order {
    const order = this.get(code);
    return order.disablePaidState ? order : this.move(order, OrderState.Paid);
  }

  /** Expires a pending order now. @throws Refusal 409 if it is not pending. */
  expire(code: string): Order {
    const order = this.get(code);
    if (order.state !== OrderState.Pending) throw new Refusal(409, `Order ${code} is not pending`);
    return this.move({ ...order, expiresAt: this.core.clock.now() }, OrderState.Expired);
  }

  private move(order: Order, state: OrderState): Order {
    const moved = moveOrder(order, state);
    return this.orders.put(order.code, moved);
  }

  private newCode(): string {
    for (;;) {
      const code = this.core.ids.orderCode();
      if (!this.orders.has(code)) return code;
    }
  }
}
