import { expect } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { PayModule } from 'nestjs-pay';
import type { World } from '../world.js';
// #region example
import { Body, Controller, Post, UseFilters } from '@nestjs/common';
import { ApiCreatedResponse, ApiProperty, ApiResponse } from '@nestjs/swagger';
import { getSmartCheckout, PayErrorFilter, PayWalletService, unwrap } from 'nestjs-pay';

export class BuyRequest {
  @ApiProperty({
    example: 'book-1',
    description: 'What the customer buys. The price comes from your database.',
  })
  productId!: string;
}

export class Checkout {
  @ApiProperty({ description: 'Address of the page where the customer pays' })
  url!: string;
}

@Controller('orders')
@UseFilters(PayErrorFilter) // responds to a failed call with one of the statuses below
@ApiResponse({ status: 422, description: 'The payment service rejected the order' })
@ApiResponse({ status: 502, description: 'The outcome is unknown: the order may exist' })
@ApiResponse({ status: 503, description: 'Nothing happened: try again later' })
export class OrdersController {
  constructor(private readonly pay: PayWalletService) {}

  @Post()
  @ApiCreatedResponse({ type: Checkout })
  async buy(@Body() { productId }: BuyRequest): Promise<Checkout> {
    const amount = priceOf(productId);
    const { orderCodeText } = unwrap(await this.pay.payments.createOrder({ amount }));
    const { dev, endpoints } = this.pay;
    return { url: getSmartCheckout({ orderCode: orderCodeText, dev, endpoints }) };
  }
}

/** Reads the price from your database. Minor units: 2450 is 24.50. */
function priceOf(_productId: string): number {
  return 2450;
}
// #endregion

export const run = async ({ simulator }: World): Promise<void> => {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const wallet = {
    ...simulator.credentials.merchant,
    dev: true,
    endpoints: simulator.endpoints,
    maxRetries: 0,
  };
  const testing = await Test.createTestingModule({
    imports: [PayModule.forRoot({ wallet, webhooks: { path: 'pay/webhook' } })],
    controllers: [OrdersController],
  }).compile();
  const app = testing.createNestApplication({ rawBody: true, logger: false });
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  await app.listen(0, '127.0.0.1');
  try {
    expect(Object.keys(document.paths)).toEqual(['/orders']); // without the webhook
    const responses = Object.keys(document.paths['/orders']?.post?.responses ?? {});
    expect(responses).toEqual(['201', '422', '502', '503']);
    const buy = async () => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ productId: 'book-1' });
      const response = await fetch(`${await app.getUrl()}/orders`, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as object };
    };
    expect(await buy()).toMatchObject({ status: 201, body: { url: expect.any(String) } });
    simulator.faults.add({ operation: 'payments.createOrder', kind: 'executed-but-lost' });
    expect(await buy()).toMatchObject({ status: 502, body: { outcome: 'unknown' } });
  } finally {
    await app.close();
  }
};
