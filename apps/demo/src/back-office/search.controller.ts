import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import type { MethodReturn, SaleTransactionRow, SearchResultPage } from 'nestjs-pay';
import type { Response } from 'express';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { readSalesQuery, SalesSearch } from './sales-search.js';
import { PaymentRecords } from './payment-records.js';
import { readText } from '../form-fields.js';
import { searchView } from './views/search.view.js';
import { needsContext } from './views/transaction-words.js';

const ORDER_CODE = /^\d{1,19}$/;
const TRANSACTION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finding transactions. */
@Controller('back-office')
@UseGuards(ThisMachineGuard)
export class SearchController {
  constructor(
    private readonly sales: SalesSearch,
    private readonly records: PaymentRecords,
    private readonly pages: PageWriter,
  ) {}

  @Get()
  async search(@Query() fields: Record<string, unknown>, @Res() response: Response): Promise<void> {
    const query = readSalesQuery(fields);
    const found = await this.sales.find(query);
    const isRefused = found?.success === false;
    const status = !isRefused ? 200 : found.error.fields.length > 0 ? 422 : 502;
    this.pages.send(response, searchView(query, found, await this.ordersOf(found)), status);
  }

  /** Leads from a code or an id to its page. */
  @Get('find')
  async find(@Query() fields: Record<string, unknown>, @Res() response: Response): Promise<void> {
    const entered = readText(fields, 'q');
    if (ORDER_CODE.test(entered)) return response.redirect(303, `/back-office/orders/${entered}`);
    if (TRANSACTION_ID.test(entered)) return response.redirect(303, `/back-office/transactions/${entered}`);
    const problem = 'That is neither an order code (digits) nor a transaction id (five groups with dashes).';
    const query = readSalesQuery({});
    const found = await this.sales.find(query);
    const ofOrders = await this.ordersOf(found);
    this.pages.send(response, searchView(query, found, ofOrders, { entered, problem }), 422);
  }

  /** A row does not say whether all of a payment was refunded: the list is to say the same as the transaction's own page. */
  private ordersOf(
    found: MethodReturn<SearchResultPage<SaleTransactionRow>> | null,
  ): ReturnType<PaymentRecords['ofOrders']> {
    const rows = found?.success === true ? found.data.data : [];
    const unclear = rows.filter(({ statusId, transactionTypeId }) =>
      needsContext(statusId, transactionTypeId),
    );
    return this.records.ofOrders(new Set(unclear.map(({ orderCodeText }) => orderCodeText)));
  }
}
