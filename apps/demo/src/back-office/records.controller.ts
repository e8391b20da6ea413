import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { MethodFailure } from 'nestjs-pay';
import type { Response } from 'express';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { OrderService } from '../orders/order.service.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { HostedCheckout } from '../payments/hosted-checkout.js';
import { ReservationsService } from '../reservations/reservations.service.js';
import { ShopEnvironment } from '../shop.environment.js';
import { ActionService } from './actions/action.service.js';
import { PaymentRecords } from './payment-records.js';
import { readFailureView } from './views/failure.view.js';
import { orderRecordsView } from './views/order-records.view.js';
import { transactionView } from './views/transaction.view.js';

/** Looking at orders and transactions, as the payment service has them. */
@Controller('back-office')
@UseGuards(ThisMachineGuard)
export class RecordsController {
  constructor(
    private readonly records: PaymentRecords,
    private readonly actions: ActionService,
    private readonly orders: OrderService,
    private readonly reservations: ReservationsService,
    private readonly checkout: HostedCheckout,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get('orders/:code')
  async order(@Param('code') code: string, @Res() response: Response): Promise<void> {
    const reading = await this.records.ofOrder(code);
    if (!reading.success) return this.sendFailure(response, reading);
    const { OrderCodeText: exact } = reading.data.order;
    const isOurs =
      (await this.reservations.find(exact)) !== undefined ||
      (await this.orders.findByOrderCode(exact)) !== undefined;
    const page = {
      paymentPage: this.checkout.addressOf(exact),
      madeIn: isOurs ? SHOP_CURRENCY.code : undefined,
    };
    this.pages.send(response, orderRecordsView(reading.data, page));
  }

  @Get('transactions/:id')
  async transaction(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const reading = await this.records.ofTransaction(id);
    if (!reading.success) return this.sendFailure(response, reading);
    const actions = await this.actions.ofTransaction(reading.data.transaction.TransactionId);
    this.pages.send(
      response,
      transactionView({ records: reading.data, actions, now: this.environment.now() }),
    );
  }

  private sendFailure(response: Response, failure: MethodFailure): void {
    const isUnknown = failure.code === 'notfound' || failure.code === 'validationerror';
    this.pages.send(response, readFailureView(failure), isUnknown ? 404 : 502);
  }
}
