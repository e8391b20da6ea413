import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { payConfig, PayWallet, SortOrder } from 'nestjs-pay';
import type { MethodReturn, SaleTransactionRow, SearchResultPage } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { readText, type FormFields } from '../form-fields.js';

/** Rows on a page. */
const PAGE_SIZE = 20;

/** Filters of a search. An empty text is no filter. Days have the form YYYY-MM-DD. */
export interface SalesQuery {
  readonly from: string;
  readonly to: string;
  readonly status: string;
  /** From 1. */
  readonly page: number;
}

/**
 * Searches sales with the service's data services. They need credentials of their own, so this is a second client of the same
 * account.
 */
@Injectable()
export class SalesSearch implements OnModuleDestroy {
  private readonly reports: PayWallet | null;

  constructor(@Inject(payConfig.KEY) { wallet }: ConfigType<typeof payConfig>) {
    const { PAY_DATA_SERVICES_CLIENT_ID: clientId = '', PAY_DATA_SERVICES_CLIENT_SECRET: clientSecret = '' } =
      process.env;
    const isConfigured = wallet !== undefined && clientId !== '' && clientSecret !== '';
    this.reports = isConfigured ? new PayWallet({ ...wallet, clientId, clientSecret }) : null;
  }

  /** Returns one page, newest first; null without credentials. Rows name no currency, so only the shop's currency is searched. */
  async find(query: SalesQuery): Promise<MethodReturn<SearchResultPage<SaleTransactionRow>> | null> {
    if (this.reports === null) return null;
    return this.reports.dataServices.searchTransactions(
      {
        CurrencyCode: SHOP_CURRENCY.code,
        // The service may read a day without a time as its first moment.
        ...(query.from !== '' && { insDateFrom: `${query.from}T00:00:00` }),
        ...(query.to !== '' && { insDateTo: `${query.to}T23:59:59` }),
        ...(query.status !== '' && { StatusIds: [query.status] }),
      },
      { Page: query.page, PageSize: PAGE_SIZE, OrderBy: SortOrder.NewestFirst },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.reports?.close();
  }
}

/** Reads the filters of an address. An invalid page number means the first page. */
export function readSalesQuery(fields: FormFields): SalesQuery {
  const text = (name: string): string => readText(fields, name);
  const page = /^[1-9]\d{0,5}$/.test(text('page')) ? Number(text('page')) : 1;
  return { from: text('from'), to: text('to'), status: text('status'), page };
}

/** Returns the address of another page of a search. */
export function salesAddress(query: SalesQuery, page: number): string {
  const fields = Object.entries({ ...query, page: String(page) }).filter(([, value]) => value !== '');
  return `/back-office?${new URLSearchParams(fields).toString()}`;
}
