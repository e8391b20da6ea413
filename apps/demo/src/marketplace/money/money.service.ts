import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { InjectPay, PayIdempotency } from 'nestjs-pay';
import { PaySplitError, PaySplits, type PaySplit } from 'nestjs-pay/splits';
import { totalOf } from '../../orders/order.js';
import { ShopEnvironment } from '../../shop.environment.js';
import { MARKET } from '../market-account.js';
import { PLATFORM_FEE_BASIS_POINTS } from '../market-goods.js';
import type { MarketOrder } from '../orders/market-order.js';
import { planRefund, refundIdOf } from './refund-plan.js';

/** How long the service may still carry out a request without a response, in milliseconds. */
const LONGEST_DELAY_MS = 10 * 60_000;

/** How long the customer's bank can reclaim a payment, in milliseconds. */
const DISPUTABLE_MS = 120 * 86_400_000;

/** An order and its money. */
export interface Sale {
  readonly order: MarketOrder;
  /** Null until the payment is split. */
  readonly split: PaySplit | null;
  /** ID of the movement whose outcome an operator may look up and enter; null for none. */
  readonly overdue: string | null;
}

/** Splits the market's payments. `PaySplits` stores each movement before it sends it, and sends it once. */
@Injectable()
export class MoneyService implements OnApplicationBootstrap {
  private readonly logger = new Logger(MoneyService.name);

  constructor(
    private readonly splits: PaySplits,
    @InjectPay(PayIdempotency, MARKET) private readonly idempotency: PayIdempotency,
    private readonly environment: ShopEnvironment,
  ) {}

  onApplicationBootstrap(): void {
    // The shop does not wait for it: the key of a call that a crash interrupted stays locked for some seconds.
    this.resume().catch((error: unknown) => this.logger.error(error));
  }

  /** Sends movements that were not finished, for example when the last process ended. */
  @Cron(CronExpression.EVERY_5_MINUTES)
  async resume(): Promise<void> {
    for (const { movements } of await this.splits.resume())
      for (const { id, message } of movements) if (message !== null) this.logger.warn(`${id}: ${message}`);
  }

  /** Reads lost disputes, which no event reports, of the payments that can still be disputed. */
  @Cron(CronExpression.EVERY_DAY_AT_4AM)
  async noticeDisputes(): Promise<void> {
    const since = new Date(this.environment.now() - DISPUTABLE_MS);
    for (const { transactionId, unattributed } of await this.splits.notice({ since }))
      this.logger.warn(
        `payment ${transactionId}: ${unattributed} cents left outside the market, and no seller has returned them`,
      );
  }

  /** Reads the money of an order. */
  async sale(order: MarketOrder): Promise<Sale> {
    const split = order.payment && (await this.splits.get(order.payment.transactionId));
    const sent = split?.movements.find(({ kind, state }) => kind !== 'refund' && state === 'sent');
    const call = sent && (await this.idempotency.find(sent.id));
    const isOverdue = call && this.environment.now() - call.sentAt >= LONGEST_DELAY_MS;
    return { order, split, overdue: isOverdue ? sent.id : null };
  }

  /** Splits a confirmed payment between its sellers. A repeated call sends only what was not sent. */
  async split({ lines, amount, payment }: MarketOrder): Promise<void> {
    if (payment?.matches !== true) return;
    const accounts = [...new Set(lines.map(({ connectedAccountId }) => connectedAccountId))];
    await this.splits.split({
      transactionId: payment.transactionId,
      amount,
      sellers: accounts.map((connectedAccountId) => ({
        connectedAccountId,
        amount: totalOf(lines.filter((line) => line.connectedAccountId === connectedAccountId)),
      })),
      platformFee: { basisPoints: PLATFORM_FEE_BASIS_POINTS },
    });
  }

  /**
   * Refunds one piece of a line, and takes the seller's part back.
   *
   * @param piece - Number of the piece that the operator saw: a piece is refunded once.
   * @returns What is wrong, in words for the operator.
   */
  async refund(order: MarketOrder, goodsId: string, piece: number): Promise<string | undefined> {
    const { split } = await this.sale(order);
    const id = refundIdOf(goodsId, piece);
    if (split?.movements.some(({ refundId, state }) => refundId === id && state !== 'rejected'))
      return undefined;
    const planning = planRefund(order, split, goodsId);
    if (!planning.success) return planning.problem;
    if (planning.piece !== piece) return 'Another refund was made in the meantime: please look again.';
    try {
      await this.splits.refund(split?.transactionId ?? '', { ...planning.refund, id });
      return undefined;
    } catch (error) {
      if (error instanceof PaySplitError) return error.message;
      throw error;
    }
  }

  /** Completes a refund of the market with its confirmed event, and sends its reversals. */
  async refundConfirmed(order: MarketOrder, refundId: string, transactionId: string): Promise<void> {
    const { split } = await this.sale(order);
    if (split === null) return;
    // Waits for a call in progress, which gets the same result.
    const [open] = await this.splits.resume(split.transactionId);
    const refund = open?.movements.find((one) => one.refundId === refundId && one.kind === 'refund');
    if (refund?.state === 'sent')
      await this.splits.resolve(split.transactionId, refund.id, { done: transactionId });
  }

  /** Sends what did not happen again, or asks for the outcome of a refund. */
  async sendAgain({ split }: Sale): Promise<void> {
    if (split !== null) await this.splits.resume(split.transactionId);
  }

  /** Stores that the overdue movement did not happen, as an operator found out, and sends it again. */
  async dismiss({ split, overdue }: Sale): Promise<void> {
    if (split === null || overdue === null) return;
    try {
      await this.splits.resolve(split.transactionId, overdue, 'not-done');
    } catch (error) {
      // A second click.
      if (!(error instanceof PaySplitError)) throw error;
    }
  }
}
