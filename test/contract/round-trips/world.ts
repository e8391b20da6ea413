import { Marketplace, PayISV, PayWallet, unwrap } from 'nestjs-pay/client';
import type { CreateIsvOrderOptions, CreateOrderOptions } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../../cards.js';

export const UNKNOWN_ID = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';

/** Without retries, each fault is visible. Retries have specs of their own. */
const ONCE = { maxRetries: 0 };

/** A simulator, the clients of its account, and actions of a customer. */
export class World {
  readonly wallet: PayWallet;
  /** Client of the merchant with the Account Transactions credentials. */
  readonly accounts: PayWallet;
  /** Client of the merchant with the POS credentials. */
  readonly pos: PayWallet;
  readonly isv: PayISV;
  readonly marketplace: Marketplace;

  private constructor(readonly simulator: PaySimulator) {
    const { endpoints, credentials } = simulator;
    this.wallet = new PayWallet({ ...credentials.merchant, endpoints, dev: true, ...ONCE });
    this.marketplace = new Marketplace({ ...credentials.marketplace, endpoints, dev: true, ...ONCE });
    this.accounts = new PayWallet({
      ...credentials.merchant,
      ...credentials.accountTransactions,
      endpoints,
      dev: true,
      ...ONCE,
    });
    this.pos = new PayWallet({
      ...credentials.merchant,
      cloudTerminal: credentials.cloudTerminal,
      endpoints,
      dev: true,
      ...ONCE,
    });
    this.isv = new PayISV({ ...credentials.isv, endpoints, dev: true, ...ONCE });
  }

  static async create(seed: string, now?: Date): Promise<World> {
    const time = now === undefined ? {} : { now };
    return new World(await createPaySimulator({ seed, clock: 'manual', orderCodes: 'beyond-safe', ...time }));
  }

  async close(): Promise<void> {
    await Promise.all([
      this.wallet.close(),
      this.accounts.close(),
      this.isv.close(),
      this.marketplace.close(),
      this.pos.close(),
    ]);
    await this.simulator.close();
  }

  /** Creates an order and returns its code. */
  async order(options: Partial<CreateOrderOptions> = {}): Promise<string> {
    const order = await this.wallet.payments.createOrder({
      amount: 2450,
      merchantTrns: 'order-1',
      ...options,
    });
    return unwrap(order).orderCodeText;
  }

  /** Connects a merchant to the ISV and returns the merchant ID. */
  merchant(): string {
    return this.simulator.connectedMerchants.connect().account.credentials.merchant.merchantId;
  }

  /** Creates an order for a connected merchant. */
  async isvOrder(
    options: Partial<CreateIsvOrderOptions> = {},
  ): Promise<{ orderCode: string; targetMerchantId: string }> {
    const targetMerchantId = this.merchant();
    const order = await this.isv.payments.createOrder(targetMerchantId, {
      amount: 2450,
      isvAmount: 100,
      ...options,
    });
    return { orderCode: unwrap(order).orderCodeText, targetMerchantId };
  }

  /** Pays a connected merchant's order on the checkout page. */
  async isvPayment(
    options: Partial<CreateIsvOrderOptions> = {},
  ): Promise<{ transactionId: string; targetMerchantId: string }> {
    const { orderCode, targetMerchantId } = await this.isvOrder(options);
    const outcome = this.simulator.checkout.pay(orderCode, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
    return { transactionId: outcome.transaction.id, targetMerchantId };
  }

  /** Pays an order on the checkout page and returns the transaction ID. */
  async payment(options: Partial<CreateOrderOptions> = {}): Promise<string> {
    const outcome = this.simulator.checkout.pay(await this.order(options), GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
    return outcome.transaction.id;
  }
}
