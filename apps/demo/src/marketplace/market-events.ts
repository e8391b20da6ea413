import { Controller, Injectable, Logger } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayWebhook, toMinorUnits } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { PaySplits } from 'nestjs-pay/splits';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { orderReference } from '../orders/order.js';
import { ShopEnvironment } from '../shop.environment.js';
import { MARKET } from './market-account.js';
import { MoneyService } from './money/money.service.js';
import { withMarketEvent } from './orders/market-order.js';
import { MarketOrders } from './orders/market-orders.service.js';
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

/** Event types that the market handles: register its webhook for these. */
export const MARKET_EVENT_TYPES = [PAID, REFUNDED, PRICED, TRANSFERRED, MOVED, CONNECTED, VERIFIED] as const;

/** Path of the market's webhook. Its account has its own verification key. */
export const MARKET_WEBHOOK_PATH = '/webhooks/market';

/** Tag of a movement that pays a seller out to its bank. */
const PAYOUT_TAG = 'PayOutIban';

const CONFIRMED = { account: MARKET } as const;
/** No API call confirms these events, so the pages show their data as reported. */
const REPORTED = { account: MARKET, unconfirmed: true } as const;

/** Responds to the service's verification request, and verifies and confirms each notification for `MarketEvents`. */
@PayWebhook({ account: MARKET })
@Controller(MARKET_WEBHOOK_PATH)
export class MarketWebhookController {}

/** Handles the events of the market's account. Each handler can run twice and in any order. */
@Injectable()
export class MarketEvents {
  private readonly logger = new Logger(MarketEvents.name);

  constructor(
    private readonly orders: MarketOrders,
    private readonly money: MoneyService,
    private readonly splits: PaySplits,
    private readonly sellers: SellerService,
    private readonly environment: ShopEnvironment,
  ) {}

  /** Splits a confirmed payment between the sellers. */
  @OnPayEvent(PAID, CONFIRMED)
  async paid(event: ReceivedPayEvent<typeof PAID>): Promise<void> {
    const found = await this.orders.findByReference(event.data.OrderCodeText ?? '');
    if (found === undefined) return;
    const order = await this.orders.update(found.id, (one) => withMarketEvent(one, event, this.now()));
    if (order.payment?.matches === false)
      this.logger.error(`market order ${orderReference(order)}: the payment does not match the order`);
    await this.money.split(order);
  }

  /** Stores a confirmed refund. A refund of the market has its ID as its reference. */
  @OnPayEvent(REFUNDED, CONFIRMED)
  async refunded(event: ReceivedPayEvent<typeof REFUNDED>): Promise<void> {
    const { OrderCodeText, TransactionId, MerchantTrns } = event.data;
    const order = await this.orders.findByReference(OrderCodeText ?? '');
    if (order === undefined) return;
    if (TransactionId && MerchantTrns) await this.money.refundConfirmed(order, MerchantTrns, TransactionId);
    // A refund that the market did not make limits later ones, and is in the books.
    await this.splits.report(event);
    await this.orders.update(order.id, (one) => withMarketEvent(one, event, this.now()));
  }

  /** Stores the service's commission. This event can arrive before the payment's. */
  @OnPayEvent(PRICED, REPORTED)
  async priced({ data }: ReceivedPayEvent<typeof PRICED>): Promise<void> {
    const order = await this.orders.findByReference(data.OrderCodeText ?? '');
    if (order === undefined || typeof data.TotalCommission !== 'number') return;
    const commission = toMinorUnits(data.TotalCommission, SHOP_CURRENCY.code);
    await this.orders.update(order.id, (known) => ({ ...known, commission }));
  }

  /** Resolves the unknown outcome of a transfer or reversal. */
  @OnPayEvent(TRANSFERRED, REPORTED)
  async transferred(event: ReceivedPayEvent<typeof TRANSFERRED>): Promise<void> {
    await this.splits.report(event);
  }

  /** Stores a seller's payout. */
  @OnPayEvent(MOVED, REPORTED)
  async moved({ data }: ReceivedPayEvent<typeof MOVED>): Promise<void> {
    const { Tag, PersonId, WalletTransactionId, Amount } = data;
    if (Tag !== PAYOUT_TAG || !PersonId || !WalletTransactionId || typeof Amount !== 'number') return;
    const amount = Math.abs(toMinorUnits(Amount, SHOP_CURRENCY.code));
    await this.sellers.notePayout(PersonId, { movementId: WalletTransactionId, amount });
  }

  /** Reads the seller's account. No API call confirms this event before the seller is verified. */
  @OnPayEvent(CONNECTED, REPORTED)
  async connected({ data }: ReceivedPayEvent<typeof CONNECTED>): Promise<void> {
    await this.sellers.noteConnected(data.ConnectedAccountId ?? '', data.PersonId ?? null);
  }

  @OnPayEvent(VERIFIED, CONFIRMED)
  async verified({ data }: ReceivedPayEvent<typeof VERIFIED>): Promise<void> {
    await this.sellers.refreshAccount(data.ConnectedAccountId ?? '');
  }

  private now(): Date {
    return new Date(this.environment.now());
  }
}
