import { expect, it } from '@jest/globals';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { CancelTransactionOptions, CreateIsvOrderOptions, CreateOrderOptions } from 'nestjs-pay';
import 'nestjs-pay/swagger';
import { createApp } from './nest-app.js';

class ShopOrderOptions extends CreateOrderOptions {}

@Controller('orders')
class OrdersController {
  @Post() create(@Body() _options: CreateOrderOptions): void {}
  @Post('shop') createHere(@Body() _options: ShopOrderOptions): void {}
  @Post('isv') createForMerchant(@Body() _options: CreateIsvOrderOptions): void {}
  @Post('refund') refund(@Body() _options: CancelTransactionOptions): void {}
}

@Module({ controllers: [OrdersController] })
class AppModule {}

it('the OpenAPI document describes the options that a route takes', async () => {
  const app = await createApp({ imports: [AppModule] });
  await app.init();
  const { components, paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const schemas = components?.schemas ?? {};
  expect(paths['/orders']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateOrderOptions' } } },
  });
  expect(schemas['CreateOrderOptions']).toMatchObject({
    type: 'object',
    required: ['amount'],
    properties: {
      amount: { type: 'integer', minimum: 0, description: expect.stringMatching(/minor units/) },
      preauth: { type: 'boolean' },
      currencyCode: { oneOf: [{ type: 'string' }, { type: 'number' }] },
      dynamicDescriptor: { type: 'string', maxLength: 13 },
      cardTokens: { type: 'array', items: { type: 'string' }, maxItems: 10 },
      customer: {
        allOf: [{ $ref: '#/components/schemas/OrderCustomer' }],
        description: expect.stringMatching(/^Customer who pays/),
      },
      paymentMethodFees: { type: 'array', items: { $ref: '#/components/schemas/PaymentMethodFee' } },
    },
  });
  expect(schemas['OrderCustomer']).toMatchObject({
    properties: { email: { type: 'string', minLength: 1, maxLength: 50 } },
  });
  expect(schemas['ShopOrderOptions']).toMatchObject({ required: ['amount'], properties: { preauth: {} } });
  expect(schemas['CreateIsvOrderOptions']).toMatchObject({ properties: { isvAmount: {}, amount: {} } });
  expect(schemas['CancelTransactionOptions']).toMatchObject({ required: ['amount'] });
  await app.close();
});
