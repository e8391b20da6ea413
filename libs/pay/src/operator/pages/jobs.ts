import { DAY_MS } from '../../core/values/durations.js';
import type { PaySale } from '../../till/sale.types.js';
import type { Jobs } from '../attention.js';
import { WORDS } from '../files.generated.js';
import { money, time } from '../format.js';
import { html, t } from '../html.js';
import type { Html } from '../html.js';
import { problem } from '../problem.js';
import type { Page, PlaceRequest } from '../request.js';
import { card, facts, label, link, page, table } from '../ui.js';

/** Shows the page of a job, if the application imported it for the account. */
const job =
  <Kind extends 'till' | 'subscriptions' | 'splits'>(
    kind: Kind,
    show: (
      service: NonNullable<Jobs[Kind]>,
      request: PlaceRequest,
    ) => Promise<[data: unknown, content: Html]>,
  ) =>
  async (request: PlaceRequest): Promise<Page> => {
    const service = request.operator.attentionFinder.jobsOf(request.place)[kind];
    if (service === undefined) throw problem('no-job');
    return page(t(WORDS.page[kind]), ...(await show(service, request)));
  };

const NOTHING = html`<p>${t('There is nothing here.')}</p>`;

/** Names a sale, with a link to its payment. */
export const saleName = (request: PlaceRequest, { transactionId: id, reference }: PaySale): Html =>
  id === null
    ? html`<b>${reference}</b>`
    : html`<a href="${link(request, 'transactions', id)}">${reference || id}</a>`;

/** Lists sales of the last day. */
export const till = job('till', async (service, request) => {
  const sales = await service.list({ from: new Date(request.place.now().ms - DAY_MS) });
  const rows = sales.map((sale) => [
    saleName(request, sale),
    money(sale.kind === 'refund' ? -sale.amount : sale.amount + sale.tip, sale.currencyCode),
    label(WORDS.sale[sale.state]),
    t('Terminal {id}', { id: sale.terminalId }),
    time(sale.createdAt),
    sale.message !== null && html`<small>${sale.message}</small>`,
  ]);
  const paid = new Map<string, number>();
  for (const { kind, amount, tip, currencyCode } of sales.filter(({ state }) => state === 'paid'))
    paid.set(currencyCode, (paid.get(currencyCode) ?? 0) + (kind === 'refund' ? -amount : amount + tip));
  const sums = [...paid].map(([code, sum]): [string, string] => [WORDS.sale.paid[0], money(sum, code)]);
  const list = table(t('Sales'), ['Reference', '#Amount', 'Status', 'Terminal', 'Time', 'Message'], rows);
  return [
    sales.map(({ receipt: _receipt, request: _request, ...sale }) => sale),
    card(t('Sales of the last 24 hours'), rows.length === 0 ? NOTHING : [facts(sums, 'figures'), list]),
  ];
});

/** Lists subscriptions, the one that is due first at the top. */
export const subscriptions = job('subscriptions', async (service, { place }) => {
  const all = await service.list();
  const currency = await place.currency();
  const rows = all.map(({ id, state, checkoutUrl, periodStart, amount, currencyCode }) => [
    html`<b>${id}</b>`,
    money(amount, currencyCode ?? currency),
    html`${label(WORDS.subscription[state])} ${checkoutUrl !== null && state !== 'pending' && label(['Card needed', 'bad'])}`,
    periodStart && html`${t('Due')} ${time(periodStart)}`,
  ]);
  const counts = Object.entries(WORDS.subscription).map(([state, [words]]): [string, number | false] => {
    return [words, all.filter((one) => one.state === state).length || false];
  });
  const list = table(t('Subscriptions'), ['Subscription', '#Price', 'State', 'Next charge'], rows);
  return [
    all.map(({ order: _order, ...one }) => one),
    card(null, rows.length === 0 ? NOTHING : [facts(counts, 'figures'), list]),
  ];
});

/** Shows the balances of the sellers, in the currency of the platform. */
export const splits = job('splits', async (service, { place }) => {
  const [books, [newest]] = await Promise.all([service.books(), service.list(1)]);
  const { platform, unattributed, sellers } = books;
  const currencyCode = newest === undefined ? null : await place.currency(newest.transactionId);
  const sums = facts(
    [
      ['Kept by the platform', money(platform, currencyCode)],
      ['Not returned by any seller', unattributed > 0 && money(unattributed, currencyCode)],
    ],
    'figures',
  );
  const rows = sellers.map((seller) => [
    html`<code>${seller.connectedAccountId}</code>`,
    money(seller.balance, currencyCode),
  ]);
  const list = table(t('Balances of the sellers'), ['Seller', '#Balance'], rows);
  const none = html`<p>${t('No payment was split between sellers yet.')}</p>`;
  return [{ ...books, currencyCode }, card(null, rows.length === 0 ? none : [sums, list])];
});
