import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectPay, MarketPlaceTransactions, MarketPlaceTransfers, PayIdempotency } from 'nestjs-pay';
import type { MethodReturn } from 'nestjs-pay';
import { ShopEnvironment } from '../../shop.environment.js';
import { MARKET } from '../market-account.js';
import type { MarketOrder } from '../orders/market-order.js';
import { MarketOrders } from '../orders/market-orders.service.js';
import { accountOf } from '../sellers/seller.js';
import { SellerService } from '../sellers/seller.service.js';
import { serviceIdOf, type MoneyMove, type MoveState, type TransferReport } from './money-move.js';
import {
  canDismiss,
  canSendAgain,
  findMove,
  isReady,
  matchReports,
  moveKey,
  transferTo,
  withState,
} from './order-moves.js';
import { planRefund, refundsDone, withRefund, withSplit } from './split.js';

/**
 * Moves the market's money. Each movement is stored with its order first, then sent with an idempotency key of its own: a
 * duplicate webhook, a second click or a restart sends it again with the same key, and gets the first response.
 */
@Injectable()
export class MoneyService implements OnApplicationBootstrap {
  private readonly logger = new Logger(MoneyService.name);

  constructor(
    @InjectPay(MarketPlaceTransfers, MARKET) private readonly transfers: MarketPlaceTransfers,
    @InjectPay(MarketPlaceTransactions, MARKET) private readonly transactions: MarketPlaceTransactions,
    @InjectPay(PayIdempotency, MARKET) private readonly idempotency: PayIdempotency,
    private readonly orders: MarketOrders,
    private readonly sellers: SellerService,
    private readonly environment: ShopEnvironment,
  ) {}

  onApplicationBootstrap(): void {
    // The shop does not wait for it: the key of a call that a crash interrupted stays locked for some seconds.
    this.resume().catch((error: unknown) => this.logger.error(error));
  }

  /** Sends movements that were not finished when the last process ended. */
  async resume(): Promise<void> {
    for (const { id } of await this.orders.list()) await this.carryOut(id);
  }

  /** Splits a confirmed payment between its sellers. A repeated call sends only what was not sent. */
  async split(orderId: string): Promise<void> {
    await this.orders.update(orderId, withSplit);
    await this.carryOut(orderId);
  }

  /**
   * Refunds one piece of a line, and takes the seller's part back.
   *
   * @param refundId - One-time key of the form: a double click has the same one.
   * @param basis - Number of refunds when the operator saw the amounts.
   * @returns What is wrong, in words for the operator.
   */
  async refund(
    orderId: string,
    refundId: string,
    goodsId: string,
    basis: number,
  ): Promise<string | undefined> {
    let problem: string | undefined;
    await this.orders.update(orderId, (order) => {
      problem = undefined;
      if (findMove(order, refundId) !== undefined) return order;
      const planning = planRefund(order, goodsId);
      if (!planning.success) problem = planning.problem;
      else if (refundsDone(order) !== basis)
        problem = 'Another refund was made in the meantime: please look at the amounts again.';
      else return withRefund(order, refundId, planning.line, planning.plan);
      return order;
    });
    if (problem === undefined) await this.carryOut(orderId);
    return problem;
  }

  /** Sends a movement that did not happen again, or asks for the outcome of a refund. */
  async sendAgain(orderId: string, moveId: string): Promise<void> {
    const order = await this.orders.find(orderId);
    const move = order && findMove(order, moveId);
    if (order === undefined || move === undefined || !canSendAgain(order, move)) return;
    await this.send(order, move);
    await this.carryOut(orderId);
  }

  /** Stores that a movement did not happen, as an operator found out. Does nothing if it is too early. */
  async dismiss(orderId: string, moveId: string): Promise<void> {
    const order = await this.orders.find(orderId);
    const move = order && findMove(order, moveId);
    if (order === undefined || move === undefined) return;
    if (!canDismiss(order, move, this.environment.now())) return;
    if (await this.idempotency.resolve(moveKey(order, move), 'not-done'))
      await this.end(orderId, moveId, {
        kind: 'rejected',
        message: 'An operator found that it did not happen.',
      });
  }

  /** Stores a transfer that the service reports. */
  async report(orderId: string, report: TransferReport): Promise<void> {
    await this.orders.update(orderId, (order) =>
      order.reports.some(({ transferId }) => transferId === report.transferId)
        ? order
        : { ...order, reports: [...order.reports, report] },
    );
    await this.current(orderId);
  }

  /** Stores that a refund happened, as its confirmed event says, and sends its reversals. */
  async refundConfirmed(orderId: string, refundId: string, transactionId: string): Promise<void> {
    await this.end(orderId, refundId, {
      kind: 'done',
      serviceId: transactionId,
      executed: null,
      knownBy: 'webhook',
    });
    await this.carryOut(orderId);
  }

  /** Returns the order, after the service's reports have resolved unknown outcomes. */
  async current(orderId: string): Promise<MarketOrder | undefined> {
    const order = await this.orders.find(orderId);
    if (order === undefined) return undefined;
    const persons = new Map((await this.sellers.list()).map((one) => [accountOf(one), one.personId]));
    const matches = matchReports(order, (account) => persons.get(account) ?? null);
    for (const [move, { transferId, executed }] of matches) {
      await this.idempotency.resolve(moveKey(order, move), { done: { transferId, executed } });
      await this.end(orderId, move.id, { kind: 'done', serviceId: transferId, executed, knownBy: 'report' });
    }
    return matches.length === 0 ? order : this.orders.find(orderId);
  }

  private async carryOut(orderId: string): Promise<void> {
    const moves = (await this.orders.find(orderId))?.moves ?? [];
    for (const { id } of moves) {
      const order = await this.orders.find(orderId);
      const move = order && findMove(order, id);
      if (order !== undefined && move !== undefined && isReady(order, move)) await this.send(order, move);
    }
  }

  private async send(order: MarketOrder, move: MoneyMove): Promise<void> {
    await this.end(order.id, move.id, await this.call(order, move));
    await this.current(order.id);
  }

  private async call(order: MarketOrder, move: MoneyMove): Promise<MoveState> {
    const { amount, connectedAccountId, id } = move;
    const transactionId = order.payment?.transactionId ?? '';
    const once = { idempotencyKey: moveKey(order, move) };
    switch (move.kind) {
      case 'transfer': {
        const transfer = { amount, connectedAccountId, transactionId, description: `order ${order.id}` };
        const result = await this.transfers.sendFunds(transfer, once);
        return result.success ? done(result.data.transferId, result.data.executed) : this.failed(id, result);
      }
      case 'reversal': {
        const transferId = serviceIdOf(transferTo(order, connectedAccountId)) ?? '';
        const result = await this.transfers.createTransferReversal(transferId, { amount }, once);
        return result.success ? done(result.data.transferId, result.data.executed) : this.failed(id, result);
      }
      case 'refund': {
        const refund = { amount, merchantTrns: id };
        const result = await this.transactions.cancelTransaction(transactionId, refund, once);
        return result.success ? done(result.data.transactionId, null) : this.failed(id, result);
      }
    }
  }

  private failed(id: string, { message, error }: Failure): MoveState {
    this.logger.warn(`${id}: ${message}`);
    return error.outcome === 'unknown'
      ? { kind: 'unknown', since: this.environment.now(), message }
      : { kind: 'rejected', message };
  }

  private async end(orderId: string, moveId: string, state: MoveState): Promise<void> {
    await this.orders.update(orderId, (order) => withState(order, moveId, state));
  }
}

function done(serviceId: string, executed: string | null): MoveState {
  return { kind: 'done', serviceId, executed, knownBy: 'response' };
}

type Failure = Extract<MethodReturn<unknown>, { success: false }>;
