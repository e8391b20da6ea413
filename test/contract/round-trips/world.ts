import { Marketplace, PayISV, PayWallet, unwrap } from 'nestjs-pay/client';
import type { CreateIsvOrderOptions, CreateOrderOptions, MethodReturn } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { GOOD_CARD } from '../../cards.js';

export const UNKNOWN_ID = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';

/** Each fault is seen as it is: what repeats calls has specs of its own. */
const ONCE = { maxRetries: 0 };

/** A simulator, its account's clients, and what a customer does. */
export class World {
  readonly wallet: PayWallet;
  /** The merchant's client with the Account Transactions credentials. */
  readonly accounts: PayWallet;
  /** The merchant's client with the POS credentials. */
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

  static async create(seed: string): Promise<World> {
    return new World(await createPaySimulator({ seed, clock: 'manual', orderCodes: 'beyond-safe' }));
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

  /** An order as the API made it. */
  async order(options: Partial<CreateOrderOptions> = {}): Promise<string> {
    const order = await this.wallet.payments.createOrder({
      amount: 2450,
      merchantTrns: 'order-1',
      ...options,
    });
    return unwrap(order).orderCodeText;
  }

  /** The id of a merchant that is connected to the ISV. */
  merchant(): string {
    return this.simulator.connectedMerchants.connect().account.credentials.merchant.merchantId;
  }

  /** An order that the ISV made for a connected merchant. */
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

  /** The transaction of a customer who paid a connected merchant's order on the hosted page. */
  async isvPayment(
    options: Partial<CreateIsvOrderOptions> = {},
  ): Promise<{ transactionId: string; targetMerchantId: string }> {
    const { orderCode, targetMerchantId } = await this.isvOrder(options);
    const outcome = this.simulator.checkout.pay(orderCode, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
    return { transactionId: outcome.transaction.id, targetMerchantId };
  }

  /** The transaction of a customer who paid on the hosted page. */
  async payment(options: Partial<CreateOrderOptions> = {}): Promise<string> {
    const outcome = this.simulator.checkout.pay(await this.order(options), GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
    return outcome.transaction.id;
  }
}

type Result = Promise<MethodReturn<unknown, string>>;

/** How an operation succeeds, one way in which the service refuses it, and the code of that. */
export interface RoundTrip {
  succeeds: (world: World) => Result;
  refuses: (world: World) => Result;
  code: string;
}
