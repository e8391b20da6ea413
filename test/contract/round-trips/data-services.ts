import { unwrap } from 'nestjs-pay/client';
import { dataClient } from './data-client.js';
import { subscribed, SUBSCRIPTION } from './webhooks.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

export const DAY_MS = 86_400_000;
/** Returns the day of a time in the service's time zone. */
export const dayOf = (time: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' }).format(time);
const WHOLE_TIME = { DateFrom: '2000-01-01', DateTo: '2100-01-01' };

/** Requests a file and returns its link from the delivery attempt. No server listens at the address of the subscription. */
export async function fileLink(world: World): Promise<string> {
  await subscribed(world, SUBSCRIPTION);
  const Date = dayOf(world.simulator.clock.now());
  unwrap(await dataClient(world).dataServices.requestSaleTransactionsExport({ Date }));
  await world.simulator.clock.advance(60_000);
  const request = world.simulator.fileNotices().at(-1)?.request ?? '{}';
  return (JSON.parse(request) as { Link: string }).Link;
}

/** Separates filters and page, which are two arguments of a search. */
export function searchArguments(
  _path: unknown,
  { Page, PageSize, OrderBy, ...filters }: Record<string, unknown>,
): unknown[] {
  const page = Object.entries({ Page, PageSize, OrderBy }).filter(([, value]) => value !== undefined);
  return [filters, Object.fromEntries(page)];
}

/** Buys something with the account's debit card. */
export const bought = (world: World): void => world.simulator.wallet.buy(1990);

export const roundTrips: RoundTrips = {
  'dataServices.searchTransactions': {
    arguments: searchArguments,
    succeeds: async (world) => {
      await world.payment();
      return dataClient(world).dataServices.searchTransactions();
    },
    fails: (world) => world.wallet.dataServices.searchTransactions(),
    code: 'unauthorized',
  },
  'dataServices.searchAccountTransactions': {
    arguments: searchArguments,
    fails: (world) => world.wallet.dataServices.searchAccountTransactions(WHOLE_TIME),
    code: 'unauthorized',
  },
  'dataServices.searchMerchantExpenses': {
    arguments: (_path, { PageNumber, PageSize, OrderBy, ...filters }) => [
      filters,
      { PageNumber, PageSize, OrderBy },
    ],
    succeeds: async (world) => {
      bought(world);
      return dataClient(world).dataServices.searchMerchantExpenses(WHOLE_TIME);
    },
    fails: (world) => world.wallet.dataServices.searchMerchantExpenses(WHOLE_TIME),
    code: 'unauthorized',
  },
  'dataServices.retrieveMt940Data': {
    fails: (world) => world.wallet.dataServices.retrieveMt940Data({ ReportDate: '2026-03-18' }),
    code: 'unauthorized',
  },
  'dataServices.requestSaleTransactionsExport': {
    fails: (world) => world.wallet.dataServices.requestSaleTransactionsExport({ Date: '2026-03-18' }),
    code: 'unauthorized',
  },
  'dataServices.downloadSaleTransactionsFile': {
    arguments: ({ requestId, fileId }) => [
      `https://demo-api.vivapayments.com/dataservices/v1/FileRequests/File/${requestId}/${fileId}`,
    ],
    fails: (world) =>
      dataClient(world).dataServices.downloadSaleTransactionsFile(
        `https://api.example/dataservices/v1/FileRequests/File/${UNKNOWN_ID}/${UNKNOWN_ID}`,
      ),
    code: 'notfound',
  },
};
