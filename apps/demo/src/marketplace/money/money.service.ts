import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectPay, MarketPlaceTransactions, MarketPlaceTransfers } from 'nestjs-pay';
import type { MethodReturn, TransferAnswer } from 'nestjs-pay';
import { ShopEnvironment } from '../../shop.environment.js';
import { MARKET } from '../market-account.js';
import type { MarketOrder } from '../orders/market-order.js';
import { MarketOrderStore } from '../orders/market-order.store.js';
import { accountOf } from '../sellers/seller.js';
import { SellerStore } from '../sellers/seller.store.js';
import { moveState, serviceIdOf, type MoneyMove, type MoveState, type TransferReport } from './money-move.js';
import {
  claimed,
  findMove,
  isDismissable,
  nextToSend,
  settled,
  settledByReports,
  transferTo,
} from './order-moves.js';
import { planRefund, refundsDone, withRefund, withSplit } from './split.js';

/** HTTP status of a refund whose key is at work already: that one's end is not known here. */
const KEY_AT_WORK = 423;

/**
 * Moves the market's money. Transfers have no key that would make two requests one, so each is made one here: what is decided
 * is kept with the order first, then claimed by one caller, sent once, and settled by what came back.
 */
@Injectable()
export class MoneyService implements OnApplicationBootstrap {
  private readonly logger = new Logger(MoneyService.name);

  constructor(
    @InjectPay(MarketPlaceTransfers, MARKET) private readonly transfers: MarketPlaceTransfers,
    @InjectPay(MarketPlaceTransactions, MARKET) private readonly transactions: MarketPlaceTransactions,
    private readonly store: MarketOrderStore,
    private readonly sellers: SellerStore,
    private readonly environment: ShopEnvironment,
  ) {}

  /** Goes on with what was decided and not sent when the process before ended. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { id } of await this.store.list()) await this.carryOut(id);
  }

  /** Divides a confirmed payment between its sellers; again, it changes nothing and sends what was not sent. */
  async split(orderId: string): Promise<void> {
    await this.store.update(orderId, withSplit);
    await this.carryOut(orderId);
  }

  /**
   * Gives one piece of a line back and takes the seller's part of it.
   *
   * @param refundId the form's one-time key: a second click has the same one.
   * @param basis how many refunds there were when the operator saw what this one takes from whom.
   * @returns what is wrong, in words for the operator.
   */
  async refund(
    orderId: string,
    refundId: string,
    goodsId: string,
    basis: number,
  ): Promise<string | undefined> {
    let problem: string | undefined;
    await this.store.update(orderId, (order) => {
      problem = undefined;
      if (findMove(order, refundId) !== undefined) return order;
      const planning = planRefund(order, goodsId);
      problem = !planning.success
        ? planning.problem
        : refundsDone(order) !== basis
          ? 'Something else was given back meanwhile: please look at the amounts again.'
          : undefined;
      if (!planning.success || problem !== undefined) return order;
      return withRefund(order, refundId, planning.line, planning.plan);
    });
    if (problem === undefined) await this.carryOut(orderId);
    return problem;
  }

  /** Sends what certainly did not happen once more, and a refund without an answer with the same key. */
  async sendAgain(orderId: string, moveId: string): Promise<void> {
    if (await this.claimAndSend(orderId, moveId, true)) await this.carryOut(orderId);
  }

  /** Ends a movement without an answer by what the operator found out: it did not happen. Too early, nothing changes. */
  async dismiss(orderId: string, moveId: string): Promise<void> {
    const now = this.environment.now();
    await this.store.update(orderId, (order) => {
      const move = findMove(order, moveId);
      return move !== undefined && isDismissable(order, move, now)
        ? settled(order, moveId, { kind: 'refused', message: 'An operator found that it did not happen.' })
        : order;
    });
  }

  /** Keeps what the service reports of a transfer; a report that is known already changes nothing. */
  async report(orderId: string, report: TransferReport): Promise<void> {
    await this.store.update(orderId, (order) =>
      order.reports.some(({ transferId }) => transferId === report.transferId)
        ? order
        : { ...order, reports: [...order.reports, report] },
    );
    await this.look(orderId);
  }

  /** Notes that a refund has taken place, as its confirmed event says, and goes on with its reversals. */
  async refundSeen(orderId: string, refundId: string, transactionId: string): Promise<void> {
    await this.settle(orderId, refundId, {
      kind: 'done',
      serviceId: transactionId,
      executed: null,
      knownBy: 'webhook',
    });
    await this.carryOut(orderId);
  }

  /** The order as it is now: where an outcome is unknown, the service's reports may know it. */
  async look(orderId: string): Promise<MarketOrder> {
    const persons = new Map((await this.sellers.list()).map((one) => [accountOf(one), one.personId]));
    const now = this.environment.now();
    return this.store.update(orderId, (order) =>
      settledByReports(order, now, (account) => persons.get(account) ?? null),
    );
  }

  private async carryOut(orderId: string): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const order = await this.store.find(orderId);
      const move = order && nextToSend(order);
      if (move === undefined || tried.has(move.id)) return;
      tried.add(move.id);
      await this.claimAndSend(orderId, move.id, false);
    }
  }

  /** Whether it was this call that sent it. */
  private async claimAndSend(orderId: string, moveId: string, byOperator: boolean): Promise<boolean> {
    let mine: MarketOrder | undefined;
    let before: MoveState | undefined;
    const now = this.environment.now();
    await this.store.update(orderId, (order) => {
      const known = findMove(order, moveId);
      before = known && moveState(known, now);
      mine = claimed(order, moveId, now, byOperator);
      return mine ?? order;
    });
    const move = mine && findMove(mine, moveId);
    if (mine === undefined || move === undefined) return false;
    const end = await this.send(mine, move);
    await this.settle(orderId, moveId, before?.kind === 'unknown' ? endOfRepeat(before, end) : end);
    await this.look(orderId);
    return true;
  }

  private async send(order: MarketOrder, move: MoneyMove): Promise<MoveState> {
    const { amount, connectedAccountId, id } = move;
    const transactionId = order.payment?.transactionId ?? '';
    if (move.kind === 'transfer') {
      const description = `order ${order.id}`;
      return this.outcome(
        id,
        await this.transfers.sendFunds({ amount, connectedAccountId, transactionId, description }),
      );
    }
    if (move.kind === 'reversal') {
      const transferId = serviceIdOf(transferTo(order, connectedAccountId)) ?? '';
      return this.outcome(id, await this.transfers.createTransferReversal(transferId, { amount }));
    }
    const result = await this.transactions.cancelTransaction(transactionId, {
      amount,
      merchantTrns: id,
      idempotencyKey: id,
    });
    if (!result.success) return this.failure(id, result);
    const { transactionId: serviceId } = result.data;
    return { kind: 'done', serviceId, executed: null, knownBy: 'answer' };
  }

  private outcome(id: string, result: MethodReturn<TransferAnswer>): MoveState {
    if (!result.success) return this.failure(id, result);
    const { transferId, executed } = result.data;
    return { kind: 'done', serviceId: transferId, executed, knownBy: 'answer' };
  }

  private failure(id: string, { message, error }: Failure): MoveState {
    this.logger.warn(`${id}: ${message}`);
    return error.outcome === 'unknown' || error.httpStatus === KEY_AT_WORK
      ? { kind: 'unknown', at: this.environment.now(), message }
      : { kind: 'refused', message };
  }

  private async settle(orderId: string, moveId: string, state: MoveState): Promise<void> {
    await this.store.update(orderId, (order) => settled(order, moveId, state));
  }
}

/** A no to a repeat says nothing of the request before it: that one may have happened. */
function endOfRepeat(before: MoveState, end: MoveState): MoveState {
  return end.kind === 'refused' ? before : end;
}

type Failure = Extract<MethodReturn<unknown>, { success: false }>;
