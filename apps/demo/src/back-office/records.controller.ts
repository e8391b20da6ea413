import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import { PayIdempotency } from 'nestjs-pay';
import type { MethodFailure } from 'nestjs-pay';
import type { Response } from 'express';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { readText, type FormFields } from '../form-fields.js';
import { Orders } from '../orders/orders.service.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { HostedCheckout } from '../payments/hosted-checkout.js';
import { ReservationsService } from '../reservations/reservations.service.js';
import { ActionService } from './action.service.js';
import { PaymentRecords } from './payment-records.js';
import { readSalesQuery, SalesSearch, type SalesQuery } from './sales-search.js';
import { readFailureView } from './views/back-office.view.js';
import { orderRecordsView } from './views/records.view.js';
import { searchView } from './views/search.view.js';
import { transactionView } from './views/transaction.view.js';
import { needsContext } from './views/transaction-words.js';

const ORDER_CODE = /^\d{1,19}$/;
const TRANSACTION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds and shows orders and transactions as the payment service has them. */
@Controller('back-office')
@UseGuards(ThisMachineGuard)
export class RecordsController {
  constructor(
    private readonly sales: SalesSearch,
    private readonly records: PaymentRecords,
    private readonly actions: ActionService,
    private readonly idempotency: PayIdempotency,
    private readonly orders: Orders,
    private readonly reservations: ReservationsService,
    private readonly checkout: HostedCheckout,
    private readonly pages: PageWriter,
  ) {}

  @Get()
  search(@Query() fields: FormFields, @Res() response: Response): Promise<void> {
    return this.sendSearch(response, readSalesQuery(fields), { entered: '' });
  }

  /** Redirects from an order code or transaction ID to its page. */
  @Get('find')
  async find(@Query() fields: FormFields, @Res() response: Response): Promise<void> {
    const entered = readText(fields, 'q');
    if (ORDER_CODE.test(entered)) return response.redirect(303, `/back-office/orders/${entered}`);
    if (TRANSACTION_ID.test(entered)) return response.redirect(303, `/back-office/transactions/${entered}`);
    const problem = 'That is neither an order code (digits) nor a transaction ID (five groups with dashes).';
    await this.sendSearch(response, readSalesQuery({}), { entered, problem });
  }

  @Get('orders/:code')
  async order(@Param('code') code: string, @Res() response: Response): Promise<void> {
    const reading = await this.records.ofOrder(code);
    if (!reading.success) return this.sendFailure(response, reading.failure);
    const { OrderCodeText: exact } = reading.data.order;
    const isOurs =
      (await this.reservations.find(exact)) !== undefined ||
      (await this.orders.findByOrderCode(exact)) !== undefined;
    const page = {
      paymentPage: this.checkout.addressOf(exact),
      currency: isOurs ? SHOP_CURRENCY.code : undefined,
    };
    this.pages.send(response, orderRecordsView(reading.data, page));
  }

  @Get('transactions/:id')
  async transaction(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const reading = await this.records.ofTransaction(id);
    if (!reading.success) return this.sendFailure(response, reading.failure);
    const actions = await this.actions.ofTransaction(reading.data.transaction.TransactionId);
    this.pages.send(response, transactionView({ records: reading.data, actions }));
  }

  private async sendSearch(
    response: Response,
    query: SalesQuery,
    lookup: { readonly entered: string; readonly problem?: string },
  ): Promise<void> {
    const found = await this.sales.find(query);
    const rows = found?.success === true ? found.data.data : [];
    // A row alone does not say whether a payment was refunded in full.
    const unclear = rows.filter(({ statusId, transactionTypeId }) =>
      needsContext(statusId, transactionTypeId),
    );
    const ofOrders = await this.records.ofOrders(new Set(unclear.map(({ orderCodeText }) => orderCodeText)));
    const unresolved = await this.idempotency.unresolved();
    const isRefused = found?.success === false;
    const isWrong = lookup.problem !== undefined || (isRefused && found.error.fields.length > 0);
    const status = isWrong ? 422 : isRefused ? 502 : 200;
    this.pages.send(response, searchView({ query, found, ofOrders, lookup, unresolved }), status);
  }

  private sendFailure(response: Response, failure: MethodFailure | null): void {
    this.pages.send(response, readFailureView(failure), failure === null ? 404 : 502);
  }
}
