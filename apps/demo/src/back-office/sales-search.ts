import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { payConfig, PayWallet, SortOrder } from 'nestjs-pay';
import type { MethodReturn, SaleTransactionRow, SearchResultPage } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { readText } from '../form-fields.js';

/** Rows of a page. */
const PAGE_SIZE = 20;

/** What an operator looks for; an empty text is no filter. Days as YYYY-MM-DD. */
export interface SalesQuery {
  readonly from: string;
  readonly to: string;
  readonly orderCode: string;
  readonly transactionId: string;
  readonly status: string;
  /** From 1. */
  readonly page: number;
}

/**
 * Searches sales with the service's data services. They take credentials of their own, and one client has one pair of them: so
 * this is a second client of the same account, beside the one of PayModule.
 */
@Injectable()
export class SalesSearch implements OnModuleDestroy {
  private readonly reports: PayWallet | null;

  constructor(@Inject(payConfig.KEY) { wallet }: ConfigType<typeof payConfig>) {
    const { DATA_SERVICES_CLIENT_ID: clientId = '', DATA_SERVICES_CLIENT_SECRET: clientSecret = '' } =
      process.env;
    const isConfigured = wallet !== undefined && clientId !== '' && clientSecret !== '';
    this.reports = isConfigured ? new PayWallet({ ...wallet, clientId, clientSecret }) : null;
  }

  /** One page, newest first; null without credentials. A row names no currency, so only the shop's is asked for. */
  async find(query: SalesQuery): Promise<MethodReturn<SearchResultPage<SaleTransactionRow>> | null> {
    if (this.reports === null) return null;
    return this.reports.dataServices.searchTransactions(
      {
        CurrencyCode: SHOP_CURRENCY.code,
        // A day alone may end a period at its beginning: moments leave no doubt.
        ...(query.from !== '' && { insDateFrom: `${query.from}T00:00:00` }),
        ...(query.to !== '' && { insDateTo: `${query.to}T23:59:59` }),
        ...(query.orderCode !== '' && { OrderCode: query.orderCode }),
        ...(query.transactionId !== '' && { TransactionIds: [query.transactionId] }),
        ...(query.status !== '' && { StatusIds: [query.status] }),
      },
      { Page: query.page, PageSize: PAGE_SIZE, OrderBy: SortOrder.NewestFirst },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.reports?.close();
  }
}

/** The query that an address carries. What is no page number means the first page. */
export function readSalesQuery(fields: Readonly<Record<string, unknown>>): SalesQuery {
  const text = (name: string): string => readText(fields, name);
  const page = /^[1-9]\d{0,5}$/.test(text('page')) ? Number(text('page')) : 1;
  return {
    from: text('from'),
    to: text('to'),
    orderCode: text('orderCode'),
    transactionId: text('transactionId'),
    status: text('status'),
    page,
  };
}

/** The address of another page of the same search. */
export function salesAddress(query: SalesQuery, page: number): string {
  const fields = Object.entries({ ...query, page: String(page) }).filter(([, value]) => value !== '');
  return `/back-office?${new URLSearchParams(fields).toString()}`;
}
