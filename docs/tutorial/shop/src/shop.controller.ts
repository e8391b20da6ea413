import { Controller, Get, Header, NotFoundException, Param, Post, Redirect } from '@nestjs/common';
import { getSmartCheckout, PayWalletService, unwrap } from 'nestjs-pay';
import { OrdersService } from './orders.service.js';

@Controller()
export class ShopController {
  constructor(
    private readonly pay: PayWalletService,
    private readonly orders: OrdersService,
  ) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return '<h1>A good book</h1><form method="post" action="/orders"><button>Buy for 24.50 €</button></form>';
  }

  @Post('orders')
  @Redirect()
  async buy() {
    const amount = 2450; // minor units: 24.50
    const { orderCodeText } = unwrap(
      await this.pay.payments.createOrder({ amount, customerTrns: 'A good book' }),
    );
    this.orders.add(orderCodeText, amount);
    const { dev, endpoints } = this.pay;
    return { url: getSmartCheckout({ orderCode: orderCodeText, dev, endpoints }), statusCode: 303 };
  }

  @Get('orders')
  list() {
    return this.orders.list();
  }

  // Add a guard in a real shop: anyone who can send this request can refund.
  @Post('orders/:orderCode/refund')
  async refund(@Param('orderCode') orderCode: string) {
    const order = this.orders.find(orderCode);
    if (!order?.transactionId) throw new NotFoundException('There is no paid order with this code.');
    const key = `refund-${orderCode}`; // one refund for each order
    return unwrap(
      await this.pay.transactions.refund(
        order.transactionId,
        { amount: order.amount, merchantTrns: key },
        { idempotencyKey: key },
      ),
    );
  }
}
