import { unwrap } from 'nestjs-pay/client';
import { dataClient } from './data-client.js';
import { subscribed, SUBSCRIPTION } from './webhooks.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

export const DAY_MS = 86_400_000;
/** The service's calendar day of a time. */
export const dayOf = (time: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' }).format(time);
const WHOLE_TIME = { DateFrom: '2000-01-01', DateTo: '2100-01-01' };

/** The link of a file that was asked for; nobody listens at the subscription, its attempt shows what was sent. */
export async function fileLink(world: World): Promise<string> {
  await subscribed(world, SUBSCRIPTION);
  const Date = dayOf(world.simulator.clock.now());
  unwrap(await dataClient(world).dataServices.requestSaleTransactionsExport({ Date }));
  await world.simulator.clock.advance(60_000);
  const request = world.simulator.fileNotices.attempts().at(-1)?.request ?? '{}';
  return (JSON.parse(request) as { Link: string }).Link;
}

export const dataServicesRoundTrips: Record<string, RoundTrip> = {
  'dataServices.searchTransactions': {
    succeeds: async (world) => {
      await world.payment();
      return dataClient(world).dataServices.searchTransactions();
    },
    refuses: (world) => world.wallet.dataServices.searchTransactions(),
    code: 'forbidden',
  },
  'dataServices.searchAccountTransactions': {
    succeeds: (world) => dataClient(world).dataServices.searchAccountTransactions(WHOLE_TIME),
    refuses: (world) => world.wallet.dataServices.searchAccountTransactions(WHOLE_TIME),
    code: 'forbidden',
  },
  'dataServices.retrieveMt940Data': {
    succeeds: async (world) => {
      const ReportDate = dayOf(world.simulator.clock.now());
      await world.simulator.clock.advance(DAY_MS);
      return dataClient(world).dataServices.retrieveMt940Data({ ReportDate });
    },
    refuses: (world) => world.wallet.dataServices.retrieveMt940Data({ ReportDate: '2026-03-18' }),
    code: 'forbidden',
  },
  'dataServices.requestSaleTransactionsExport': {
    succeeds: (world) => dataClient(world).dataServices.requestSaleTransactionsExport({ Date: '2026-03-18' }),
    refuses: (world) => world.wallet.dataServices.requestSaleTransactionsExport({ Date: '2026-03-18' }),
    code: 'forbidden',
  },
  'dataServices.downloadSaleTransactionsFile': {
    succeeds: async (world) =>
      dataClient(world).dataServices.downloadSaleTransactionsFile(await fileLink(world)),
    refuses: (world) =>
      dataClient(world).dataServices.downloadSaleTransactionsFile(
        `https://api.example/dataservices/v1/FileRequests/File/${UNKNOWN_ID}/${UNKNOWN_ID}`,
      ),
    code: 'notfound',
  },
};
