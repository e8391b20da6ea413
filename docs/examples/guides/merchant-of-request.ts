import { expect } from '@jest/globals';
import { Controller, Headers, Post } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayIdempotency, PayModule } from 'nestjs-pay';
import { MemoryIdempotencyStore } from 'nestjs-pay/testing';
import { GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { PayIsvService } from 'nestjs-pay';
import type { CreateIsvOrderOptions } from 'nestjs-pay';

/** Request with the user that your guard has authenticated. Never use an ID from the request itself. */
export interface MerchantRequest {
  user: { merchantId: string };
}

/** Calls the service for the merchant of the request. One instance for each request; all share one client. */
@Injectable({ scope: Scope.REQUEST })
export class MerchantPay {
  private readonly targetMerchantId: string;

  constructor(
    private readonly isv: PayIsvService,
    @Inject(REQUEST) { user }: MerchantRequest,
  ) {
    this.targetMerchantId = user.merchantId;
  }

  createOrder(order: CreateIsvOrderOptions) {
    return this.isv.payments.createOrder(this.targetMerchantId, order);
  }

  /** Refunds a payment once. `refundId` is your own ID of the refund; store it before you call the service. */
  refund(transactionId: string, amount: number, refundId: string) {
    const { targetMerchantId } = this;
    const idempotencyKey = `${targetMerchantId}-refund-${refundId}`;
    return this.isv.transactions.refund(transactionId, { targetMerchantId, amount }, { idempotencyKey });
  }
}
// #endregion

@Controller()
class ShopController {
  constructor(
    private readonly pay: MerchantPay,
    private readonly isv: PayIsvService,
  ) {}

  @Post('orders')
  async order() {
    clients.add(this.isv);
    return this.pay.createOrder({ amount: 2450 });
  }

  @Post('refunds')
  refund(@Headers('x-transaction') transactionId: string) {
    return this.pay.refund(transactionId, 2450, '17');
  }
}
const clients = new Set<PayIsvService>();

export const run = async ({ simulator }: World): Promise<void> => {
  const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints };
  const idempotency = new PayIdempotency({ store: new MemoryIdempotencyStore() });
  const testing = await Test.createTestingModule({
    imports: [PayModule.forRoot({ isv, idempotency })],
    controllers: [ShopController],
    providers: [MerchantPay],
  }).compile();
  const app = testing.createNestApplication({ logger: false });
  // In place of the application's authentication.
  app.use((request: MerchantRequest & { headers: Record<string, string> }, _: unknown, next: () => void) => {
    request.user = { merchantId: request.headers['x-user'] ?? '' };
    next();
  });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const call = async (path: string, headers: Record<string, string>) =>
    (await (await fetch(`${url}/${path}`, { method: 'POST', headers })).json()) as {
      success: boolean;
      data: { orderCodeText: string } | null;
    };
  try {
    const merchants = [simulator.connectedMerchants.connect(), simulator.connectedMerchants.connect()];
    const [first = '', second = ''] = merchants.map(({ account }) => account.credentials.merchant.merchantId);
    for (const [index, user] of [first, second].entries()) {
      const { data } = await call('orders', { 'x-user': user });
      expect(merchants[index]?.orders.get(data?.orderCodeText ?? '').amount).toBe(2450);
    }
    expect(clients.size).toBe(1);
    const { data } = await call('orders', { 'x-user': first });
    const paid = simulator.checkout.pay(data?.orderCodeText ?? '', GOOD_CARD);
    const transaction = paid.kind === 'approved' ? paid.transaction.id : '';
    const refundBy = (user: string) => call('refunds', { 'x-user': user, 'x-transaction': transaction });
    expect(await refundBy(second)).toMatchObject({ success: false });
    expect(await refundBy(first)).toMatchObject({ success: true });
    expect(await refundBy(first)).toMatchObject({ success: true });
    expect(merchants[0]?.transactions.list({ orderCode: data?.orderCodeText ?? '' })).toHaveLength(2);
  } finally {
    await app.close();
  }
};
