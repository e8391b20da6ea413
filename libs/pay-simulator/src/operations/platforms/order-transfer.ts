import { within } from '../../http/request-values.js';
import type { OrderBody } from '../payments/order-fields.js';
import { BadRequest } from '../../http/bad-request.js';
import { SCOPES } from '../../domain/contract.generated.js';
import { feeOfTransfer, transferOfOrder } from '../../domain/named-rules.js';
import { refusal } from '../../domain/refusal.js';
import type { Services } from '../../services/services.js';
import { createOrder, type AdditionalDetailsReader } from '../payments/create-order.js';
import type { Handler } from '../handler.js';

/**
 * Creates an order of a merchant, or of a platform with an automatic transfer. Both have the same URL; `transfer` and the
 * token's scope decide. An ISV has another URL, and gets an error of the service here.
 */
export const createOrderOrPlatformOrder: Handler<OrderBody> = (services, request) =>
  request.scopes.includes(SCOPES['payments:core:api:isv'])
    ? { status: 500 }
    : createOrder(services, request, readTransfer(services, request.scopes));

const readTransfer =
  ({ sellers, permissions }: Services, scopes: readonly string[]): AdditionalDetailsReader =>
  ({ transfer }, { amount }) => {
    if (!transfer) return {};
    if (!scopes.includes(SCOPES['payments:core:api:platform']))
      throw refusal(403, 'The client has no marketplace permission');
    permissions.requireTransfers();
    const { connectedAccountId: accountId, amount: moved = null, platformFee = 0 } = transfer;
    if (moved !== null) within('transfer.amount', moved, transferOfOrder(amount));
    within('transfer.platformFee', platformFee, feeOfTransfer(moved ?? amount));
    if (sellers.onboardings.find(accountId)?.person == null)
      throw BadRequest.ofRule('transfer.connectedAccountId', 'an account that is connected to this platform');
    return { transfer: { amount: moved, platformFee, accountId } };
  };
