import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Header, HttpException, ParseUUIDPipe } from '@nestjs/common';
import { Post, Query, Redirect } from '@nestjs/common';
import { getSmartCheckout, PayWalletService } from 'nestjs-pay';
import { Orders } from './orders.js';
import { orderPage, productPage } from './pages.js';

/** Price of the only product in minor units: EUR 18.50. */
const PRICE = 1850;

@Controller()
export class CheckoutController {
  constructor(
    private readonly pay: PayWalletService,
    private readonly orders: Orders,
  ) {}

  /** Shows the product. The form contains the ID of the new order, so submitting it twice creates one order. */
  @Get()
  @Header('content-type', 'text/html')
  product(): string {
    return productPage(randomUUID(), PRICE);
  }

  /** Creates the payment order and redirects to the hosted checkout page. */
  @Post('checkout')
  @Redirect()
  async checkout(
    @Body('order', ParseUUIDPipe) id: string,
    @Body('email') email?: string,
  ): Promise<{ url: string; statusCode: number }> {
    await this.orders.create(id, PRICE);
    const result = await this.pay.payments.createOrder(
      {
        amount: PRICE,
        currencyCode: 978,
        merchantTrns: id,
        customerTrns: 'Stoneware mug',
        customer: { email },
      },
      { idempotencyKey: `order:${id}` }, // a repeated call returns the same payment order
    );
    if (!result.success) throw new HttpException(`The checkout did not start: ${result.message}`, 502);
    const orderCode = result.data.orderCodeText;
    await this.orders.setOrderCode(id, orderCode);
    const { dev, endpoints } = this.pay;
    return { url: getSmartCheckout({ orderCode, dev, endpoints }), statusCode: 303 };
  }

  /**
   * Shows the order when the customer returns. Register this address as success and failure URL of your payment source.
   * Anyone can open it with any order code, so it only reads: the webhook decides whether the order is paid. The transaction ID
   * (`t`) can be missing, so the order code (`s`) finds the order.
   */
  @Get('return')
  @Header('content-type', 'text/html')
  async return(@Query('s') orderCode = ''): Promise<string> {
    return orderPage(await this.orders.findByOrderCode(orderCode));
  }
}
