import type { ComingKind } from '../domain/coming-kinds.js';
import { EVENT_TYPES } from '../domain/contract.generated.js';
import { amountText } from '../domain/currencies.js';
import { reversibleAmount } from '../domain/funds-transfer.js';
import { OrderState } from '../domain/order.js';
import type { AccountServices } from './merchant-services.js';
import type { Services } from './services.js';

/** Something that the service does by itself later. */
export interface ComingWork {
  readonly kind: ComingKind;
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** What happens, in one line. */
  readonly what: string;
  /** Order that it belongs to. */
  readonly orderCode?: string;
}

/** Returns a work, or none without a time. */
function work(
  kind: ComingKind,
  at: number | null | undefined,
  what: string,
  orderCode?: string | null,
): readonly ComingWork[] {
  return at == null ? [] : [{ kind, at, what, ...(orderCode != null && { orderCode }) }];
}

/**
 * Lists what the service does by itself later, the soonest first: retries of deliveries, clearing runs, payouts, charges of
 * sellers and of simulated customers at terminals, and the expiry of orders and holds.
 */
export function comingWork(services: Services): readonly ComingWork[] {
  const merchants = [services, ...services.connectedMerchants.list()];
  return [...retries(services), ...sellerPayouts(services), ...merchants.flatMap(ofMerchant)].sort(
    (one, other) => one.at - other.at,
  );
}

function retries({ deliveries }: Services): readonly ComingWork[] {
  return deliveries.summaries().flatMap(({ state, dueAt, attempts, eventTypeId, orderCode }) => {
    if (state !== 'waiting') return [];
    const name = `${EVENT_TYPES[eventTypeId] ?? 'Event'} (${eventTypeId})`;
    const what = attempts === 0 ? `Delayed delivery of ${name}` : `Retry ${attempts} of ${name}`;
    return work('retry', dueAt, what, orderCode);
  });
}

/** Lists the payouts of sellers that have money now or will have some when a payment clears. */
function sellerPayouts({ sellerPayouts: payouts, sellers, transfers }: Services): readonly ComingWork[] {
  const waiting = new Set(
    transfers
      .list()
      .filter((transfer) => transfer.executedAt === null && reversibleAmount(transfer) > 0)
      .map(({ accountId }) => accountId),
  );
  return payouts
    .coming()
    .filter(({ account, isCovered }) => isCovered || waiting.has(account.accountId))
    .flatMap(({ at, account: { accountId, details }, isCovered }) => {
      const { currencyCode } = sellers.walletOf(accountId);
      const { available } = sellers.balance(accountId);
      const amount = isCovered ? ` of ${amountText(available, currencyCode)}` : '';
      return work('payout', at, `Payout${amount} to ${details?.legalName ?? `seller ${accountId}`}`);
    });
}

function ofMerchant(merchant: AccountServices): readonly ComingWork[] {
  const { bankTransfers, cardTerminals, clearing, obligations, orders, transactions } = merchant;
  const run = clearing.coming();
  const money = ({ amount, currencyCode }: { readonly amount: number; readonly currencyCode: string }) =>
    amountText(amount, currencyCode);
  return [
    merchant.fileNotices.coming().map(({ at }) => work('retry', at, 'Retry of a file notification')),
    work('clearing', run?.at, `Clearing of ${run?.payments} ${run?.payments === 1 ? 'payment' : 'payments'}`),
    bankTransfers
      .coming()
      .map(({ at, transfer: { amount, wallet } }) =>
        work('payout', at, `Bank transfer of ${amountText(amount, wallet.currencyCode)}`),
      ),
    obligations
      .coming()
      .map(({ at, obligation }) => work('charge', at, `Charge of ${money(obligation)} to a seller`)),
    cardTerminals
      .coming()
      .map(({ at, session }) =>
        work('charge', at, `Customer presents a card at terminal ${session.terminalId}`),
      ),
    merchant.terminalSessions
      .list()
      .filter(({ state }) => state === 'preloaded')
      .map((sale) => {
        const what = `Preloaded sale of ${money(sale)} at terminal ${sale.terminalId} expires`;
        return work('expiry', sale.preloadedUntil, what);
      }),
    orders
      .list()
      .filter(({ state }) => state === OrderState.Pending)
      .map((order) => work('expiry', order.expiresAt, `Order of ${money(order)} expires`, order.code)),
    transactions
      .list()
      .filter((transaction) => transactions.heldUntil(transaction) !== undefined)
      .map((held) => {
        const what = `Hold of ${money(held)} lapses`;
        return work('expiry', transactions.heldUntil(held), what, held.orderCode);
      }),
  ].flat(2);
}
