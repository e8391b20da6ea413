import { defineOperation } from '../define-operation.js';
import type { Order } from '../results.generated.js';

export const GET_ORDER = defineOperation('payments.getOrder', { response: { pick: readOrder } });

/** Converts `StateId` to a number, because the service's schema describes it as text. */
function readOrder(body: Record<string, unknown>): Order {
  const order = body as unknown as Order;
  return { ...order, StateId: Number(order.StateId) };
}
