import { Controller, Get, Header, NotFoundException, Param, Post, Redirect } from '@nestjs/common';
import { getSmartCheckout, PayWallet, unwrap } from 'nestjs-pay';
import { OrdersService } from './orders.service.js';

@Controller('shop')
export class ShopController {
  constructor(
    private readonly pay: PayWallet,
    private readonly orders: OrdersService,
  ) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return '<h1>A good book</h1><form method="post" action="/shop/orders"><button>Buy for 24.50 €</button></form>';
  }

  @Post('orders')
  @Redirect()
  async buy() {
    const amount = 2450; // minor units: 24.50
    const order = unwrap(await this.pay.payments.createOrder({ amount, customerTrns: 'A good book' }));
    this.orders.add(order.orderCodeText, amount);
    const { dev, endpoints } = this.pay;
    return { url: getSmartCheckout({ orderCode: order.orderCodeText, dev, endpoints }), statusCode: 303 };
  }

  @Get('orders')
  list() {
    return this.orders.list();
  }

  @Post('orders/:orderCode/refund')
  async refund(@Param('orderCode') orderCode: string) {
    const order = this.orders.find(orderCode);
    if (!order?.transactionId) throw new NotFoundException('There is no paid order with this code.');
    const key = `refund-${orderCode}`; // one refund for each order, however often you send this request
    const options = { amount: order.amount, merchantTrns: key };
    return unwrap(
      await this.pay.transactions.cancelTransaction(order.transactionId, options, { idempotencyKey: key }),
    );
  }
}
