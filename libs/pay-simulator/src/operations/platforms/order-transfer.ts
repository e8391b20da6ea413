import { SCOPES } from '../../domain/contract.generated.js';
import { Refusal } from '../../domain/refusal.js';
import { requireTransfersAllowed } from '../../domain/wallet-transfers.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { createOrder, type MoreTerms } from '../payments/create-order.js';
import { idField } from './transfer-fields.js';

/** A merchant's order, and a platform's with its automatic transfer: one URL, told apart by `transfer` and the token's scope. */
export const createOrderOrPlatformOrder =
  (services: Services): OperationHandler =>
  (request) =>
    createOrder(services, transferTerms(services, request.scopes))(request);

const transferTerms =
  (
    { sellers, permissions }: Pick<Services, 'sellers' | 'permissions'>,
    scopes: readonly string[],
  ): MoreTerms =>
  (body, { amount }) => {
    const transfer = body.object('transfer');
    if (!transfer) return {};
    if (!scopes.includes(SCOPES['payments:core:api:platform']))
      throw new Refusal(403, 'The client has no marketplace permission', 0, 403);
    requireTransfersAllowed(permissions);
    transfer.require('connectedAccountId');
    const accountId = idField(transfer, 'connectedAccountId') ?? '';
    const moved = transfer.integer('amount', { min: 1, max: amount }) ?? null;
    const platformFee = transfer.integer('platformFee', { min: 0, max: moved ?? amount }) ?? 0;
    if (sellers.onboardings.find(accountId)?.person == null)
      transfer.expect('connectedAccountId', 'an account that is connected to this platform');
    return { transfer: { amount: moved, platformFee, accountId } };
  };
