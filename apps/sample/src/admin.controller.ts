import { Controller, Get, Header, HttpException, Param, ParseUUIDPipe, Post, Redirect } from '@nestjs/common';
import { PayWalletService, TransactionStatus } from 'nestjs-pay';
import { Orders } from './orders.js';
import { adminPage } from './pages.js';

/** Refunds orders. Add your own guard before you copy it: anyone who can open this page can refund payments. */
@Controller('admin')
export class AdminController {
  constructor(
    private readonly pay: PayWalletService,
    private readonly orders: Orders,
  ) {}

  @Get()
  @Header('content-type', 'text/html')
  async list(): Promise<string> {
    return adminPage(await this.orders.list());
  }

  /** Refunds an order in full. The order becomes `refunded` when the webhook reports the refund. */
  @Post('orders/:id/refund')
  @Redirect('/admin', 303)
  async refund(@Param('id', ParseUUIDPipe) id: string): Promise<void> {
    const order = await this.orders.find(id);
    if (!order?.transaction_id) throw new HttpException('There is no paid order with this ID.', 404);
    const key = `refund:${order.id}`;
    const result = await this.pay.transactions.refund(
      order.transaction_id,
      { amount: order.amount, merchantTrns: key }, // the library finds a refund whose response was lost by its merchantTrns
      { idempotencyKey: key }, // a repeated call never refunds twice
    );
    if (result.success) return;
    const advice =
      result.error.outcome === 'unknown'
        ? 'It is unknown whether the payment was refunded. Send the form again: it refunds once.'
        : 'The payment was not refunded.';
    throw new HttpException(`${advice} ${result.message}`, 502);
  }

  /** Reads the payment of an order, because the service sends no event for disputes. */
  @Post('orders/:id/check')
  @Redirect('/admin', 303)
  async check(@Param('id', ParseUUIDPipe) id: string): Promise<void> {
    const order = await this.orders.find(id);
    if (!order?.transaction_id) throw new HttpException('There is no paid order with this ID.', 404);
    const payment = await this.pay.transactions.getTransactionById(order.transaction_id);
    if (!payment.success) throw new HttpException(`The payment cannot be read. ${payment.message}`, 502);
    const { statusId } = payment.data;
    if (/^(M|U)/.test(statusId) && statusId !== TransactionStatus.DisputeWon) await this.orders.review(id);
  }
}
