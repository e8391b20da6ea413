import type { Transaction } from '@electric-sql/pglite';
import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { PayError, PayTransaction, PayTransactions } from 'nestjs-pay';
import { OnPaySubscription, PaySubscriptionError, PaySubscriptions } from 'nestjs-pay/subscriptions';
import type { PaySubscription, PaySubscriptionCharge, PaySubscriptionEvent } from 'nestjs-pay/subscriptions';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { Records, ShopDatabase } from '../database/shop-database.js';
import type { EnteredCustomer } from '../form-fields.js';
import { ShopEnvironment } from '../shop.environment.js';

/** What the members get. */
export const MEMBERSHIP_NAME = 'Coffee every month';
/** Minor units, for each month. */
export const MEMBERSHIP_PRICE = 990;

/** A member. `PaySubscriptions` stores the subscription with the same ID. Never changed in place. */
export interface Member {
  /** Random, and the address of the member's page. */
  readonly id: string;
  readonly submission: string;
  readonly customer: EnteredCustomer;
  /** The last order that the member was asked to pay, in exact digits. */
  readonly orderCode: string | null;
  /** Charges of periods that the member had paid in another way. They are refunded, then removed here. */
  readonly paidTwice: readonly { readonly transactionId: string; readonly amount: number }[];
}

/** A member with everything that is known about the subscription. */
export interface Membership {
  readonly member: Member;
  /** Null if the payment page never opened. */
  readonly subscription: PaySubscription | null;
  readonly charges: readonly PaySubscriptionCharge[];
}

/** Members who pay each month with a saved card. */
@Injectable()
export class Memberships extends Records<Member> {
  private readonly logger = new Logger(Memberships.name);
  private lastRun: Promise<void> = Promise.resolve();

  constructor(
    private readonly subscriptions: PaySubscriptions,
    private readonly transactions: PayTransactions,
    private readonly environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    super(database, 'member', {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ orderCode }) => orderCode,
    });
  }

  /** Stores a new member. The same submission returns the same member. */
  join(submission: string, customer: EnteredCustomer): Promise<Member> {
    return this.add({ id: this.environment.newId(), submission, customer, orderCode: null, paidTwice: [] });
  }

  /** Opens the payment page that saves the card, and returns its address; null if it did not open. */
  async open({ id, customer: { email, name } }: Member): Promise<string | null> {
    try {
      const { checkoutUrl } = await this.subscriptions.subscribe({
        id,
        amount: MEMBERSHIP_PRICE,
        currencyCode: SHOP_CURRENCY.code,
        interval: 'month',
        timeZone: 'Europe/Athens',
        order: { customer: { email, fullName: name }, customerTrns: MEMBERSHIP_NAME },
      });
      await this.update(id, (one) => ({ ...one, orderCode: orderCodeOf(checkoutUrl) }));
      return checkoutUrl;
    } catch (error) {
      // The subscription has started, or the service did not create the order. The member's page shows it.
      if (!(error instanceof PayError || error instanceof PaySubscriptionError)) throw error;
      this.logger.warn(`membership ${id}: ${error.message}`);
      return null;
    }
  }

  /** Reads everything that is known about a member's subscription. */
  async membership(member: Member): Promise<Membership> {
    const subscription = await this.subscriptions.get(member.id);
    return { member, subscription, charges: await this.subscriptions.charges(member.id) };
  }

  /** Returns all memberships, newest first. */
  async all(): Promise<readonly Membership[]> {
    return Promise.all((await this.list()).map((member) => this.membership(member)));
  }

  /** Counts all charges, and the members whose last charge was declined. */
  async countOutcomes(): Promise<{ charged: number; declined: number }> {
    const all = await this.all();
    return {
      charged: all.reduce((sum, { charges }) => sum + charges.length, 0),
      declined: all.filter(({ subscription: one }) => one?.checkoutUrl && one.state !== 'pending').length,
    };
  }

  /** Changes a subscription that has not ended. */
  async change(id: string, step: string): Promise<void> {
    try {
      if (step === 'pause' || step === 'resume' || step === 'cancel') await this.subscriptions[step](id);
    } catch (error) {
      // It ended in the meantime.
      if (!(error instanceof PaySubscriptionError)) throw error;
    }
  }

  /** Charges the periods that are due, and refunds what was paid twice. */
  @Cron(CronExpression.EVERY_10_SECONDS)
  charge(): Promise<void> {
    // A run beside another one would charge nothing.
    this.lastRun = this.lastRun.catch(() => undefined).then(() => this.chargeDue());
    return this.lastRun;
  }

  private async chargeDue(): Promise<void> {
    await this.subscriptions.runDue();
    for (const { id, paidTwice } of await this.list())
      for (const { transactionId, amount } of paidTwice) {
        const refund = { amount, merchantTrns: `twice-${transactionId}` };
        const once = { idempotencyKey: `member:${transactionId}` };
        const result = await this.transactions.cancelTransaction(transactionId, refund, once);
        const isLeft = (other: { transactionId: string }): boolean => other.transactionId !== transactionId;
        if (result.success)
          await this.update(id, (one) => ({ ...one, paidTwice: one.paidTwice.filter(isLeft) }));
        else this.logger.warn(`refund of ${transactionId}: ${result.message}`);
      }
  }

  /** Stores the order of a declined period, so that the member comes back from its payment page to this membership. */
  @OnPaySubscription('card_needed')
  async cardNeeded(
    { subscription, checkoutUrl }: PaySubscriptionEvent<'card_needed'>,
    @PayTransaction() db: Transaction,
  ): Promise<void> {
    await this.update(subscription.id, (one) => ({ ...one, orderCode: orderCodeOf(checkoutUrl) }), db);
  }

  /** Stores a charge to refund. The refund waits until the transaction is over: a handler is repeated if it fails. */
  @OnPaySubscription('paid_twice')
  async paidTwice(
    { subscription, transactionId, amount }: PaySubscriptionEvent<'paid_twice'>,
    @PayTransaction() db: Transaction,
  ): Promise<void> {
    const add = (one: Member) => ({ ...one, paidTwice: [...one.paidTwice, { transactionId, amount }] });
    await this.update(subscription.id, add, db);
  }
}

function orderCodeOf(checkoutUrl: string): string | null {
  return new URL(checkoutUrl).searchParams.get('ref');
}
