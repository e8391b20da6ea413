import { Injectable, Logger } from '@nestjs/common';
import {
  OnPayEvent,
  PayEventType,
  toMinorUnits,
  TransactionType,
  validatePayTransactionPaymentCreatedWebhook,
  validatePayTransactionReversalCreatedWebhook,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { MARKET } from './market-account.js';
import { MoneyService } from './money/money.service.js';
import { marketReference } from './orders/market-order.js';
import { MarketOrderStore } from './orders/market-order.store.js';
import { SellerService } from './sellers/seller.service.js';

const {
  TransactionPaymentCreated: PAID,
  TransactionReversalCreated: REFUNDED,
  TransactionPriceCalculated: PRICED,
  TransferCreated: TRANSFERRED,
  AccountTransactionCreated: MOVED,
  AccountConnected: CONNECTED,
  AccountVerificationStatusChanged: VERIFIED,
} = PayEventType;

/** The event types that the market handles: register its webhook address for these. */
export const MARKET_EVENT_TYPES = [PAID, REFUNDED, PRICED, TRANSFERRED, MOVED, CONNECTED, VERIFIED] as const;

/** Tag of a movement that pays a seller out to its bank. */
const PAYOUT_TAG = 'PayOutIban';

/** How the events of the market's account are asked for; those that nothing confirms are hints, and said to be so. */
const ACCOUNT = { account: MARKET } as const;
const HINTS = { account: MARKET, unconfirmed: true } as const;

/** What the market does when the service reports something. Each handler may run twice or in any order without harm. */
@Injectable()
export class MarketEvents {
  private readonly logger = new Logger(MarketEvents.name);

  constructor(
    private readonly store: MarketOrderStore,
    private readonly money: MoneyService,
    private readonly sellers: SellerService,
  ) {}

  /** A confirmed payment: what it is divided into is kept with the order, then sent. */
  @OnPayEvent(PAID, ACCOUNT)
  async paid({ data }: ReceivedPayEvent<typeof PAID>): Promise<void> {
    const order = await this.store.findByOrderCode(data.OrderCodeText ?? '');
    const transactionId = data.TransactionId;
    if (order === undefined || !transactionId) return;
    const check = validatePayTransactionPaymentCreatedWebhook(data, {
      expectedStatusId: 'F',
      expectedAmountMinor: order.amount,
      expectedCurrencyCode: SHOP_CURRENCY.code,
    });
    if (!check.valid) {
      const problems = check.issues.map(({ message }) => message).join('; ');
      this.logger.error(`market order ${marketReference(order)}: the payment does not match: ${problems}`);
    }
    await this.store.update(order.id, (known) =>
      known.payment === null ? { ...known, payment: { transactionId, matches: check.valid } } : known,
    );
    await this.money.split(order.id);
  }

  /** A confirmed refund: one of the market's own is known by its reference; another's is kept for the ledger. */
  @OnPayEvent(REFUNDED, ACCOUNT)
  async refunded({ data }: ReceivedPayEvent<typeof REFUNDED>): Promise<void> {
    const order = await this.store.findByOrderCode(data.OrderCodeText ?? '');
    if (order === undefined) return;
    const check = validatePayTransactionReversalCreatedWebhook(data, {
      expectedStatusId: 'F',
      expectedCurrencyCode: SHOP_CURRENCY.code,
    });
    if (!check.valid) {
      this.logger.error(`market order ${marketReference(order)}: a refund was not understood`);
      return;
    }
    const { TransactionId: transactionId, Amount, MerchantTrns } = check.data;
    const move = order.moves.find(({ kind, id }) => kind === 'refund' && id === MerchantTrns);
    const seen = {
      transactionId,
      // Negative, and in major units.
      amount: Math.abs(toMinorUnits(Amount, SHOP_CURRENCY.code)),
      moveId: move?.id ?? null,
      isVoid: data.TransactionTypeId === TransactionType.CardVoid,
    };
    await this.store.update(order.id, (known) =>
      known.refundsSeen.some((one) => one.transactionId === transactionId)
        ? known
        : { ...known, refundsSeen: [...known.refundsSeen, seen] },
    );
    if (move !== undefined) await this.money.refundSeen(order.id, move.id, transactionId);
  }

  /** The service's commission: it can come before the payment. */
  @OnPayEvent(PRICED, HINTS)
  async priced({ data }: ReceivedPayEvent<typeof PRICED>): Promise<void> {
    const order = await this.store.findByOrderCode(data.OrderCodeText ?? '');
    if (order === undefined || typeof data.TotalCommission !== 'number') return;
    const commission = toMinorUnits(data.TotalCommission, SHOP_CURRENCY.code);
    await this.store.update(order.id, (known) => ({ ...known, commission }));
  }

  /** A transfer or a reversal: it tells how one without an answer ended. */
  @OnPayEvent(TRANSFERRED, HINTS)
  async transferred({ data }: ReceivedPayEvent<typeof TRANSFERRED>): Promise<void> {
    const { TransactionId, TransferId, ParentId, Amount, Executed, TargetPersonId } = data;
    const order = await this.store.findByPayment(TransactionId ?? '');
    if (order === undefined || !TransferId || typeof Amount !== 'number') return;
    await this.money.report(order.id, {
      transferId: TransferId,
      parentId: ParentId ?? null,
      amount: toMinorUnits(Amount, SHOP_CURRENCY.code),
      executed: Executed ?? null,
      personId: TargetPersonId ?? null,
    });
  }

  /** A movement of a wallet: a seller's payouts are shown. */
  @OnPayEvent(MOVED, HINTS)
  async moved({ data }: ReceivedPayEvent<typeof MOVED>): Promise<void> {
    const { Tag, PersonId, WalletTransactionId, Amount } = data;
    if (Tag !== PAYOUT_TAG || !PersonId || !WalletTransactionId || typeof Amount !== 'number') return;
    const amount = Math.abs(toMinorUnits(Amount, SHOP_CURRENCY.code));
    await this.sellers.notePayout(PersonId, { movementId: WalletTransactionId, amount });
  }

  /** Nothing proves it before the seller is verified; what the account is now is read again, whoever says this. */
  @OnPayEvent(CONNECTED, HINTS)
  async connected({ data }: ReceivedPayEvent<typeof CONNECTED>): Promise<void> {
    await this.sellers.noteConnected(data.ConnectedAccountId ?? '', data.PersonId ?? null);
  }

  @OnPayEvent(VERIFIED, ACCOUNT)
  async verified({ data }: ReceivedPayEvent<typeof VERIFIED>): Promise<void> {
    await this.sellers.refreshAccount(data.ConnectedAccountId ?? '');
  }
}
