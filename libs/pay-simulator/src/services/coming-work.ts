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
    if (state !== 'waiting' || dueAt === null) return [];
    const name = `${EVENT_TYPES[eventTypeId] ?? 'Event'} (${eventTypeId})`;
    return {
      kind: 'retry' as const,
      at: dueAt,
      what: attempts === 0 ? `Delayed delivery of ${name}` : `Retry ${attempts} of ${name}`,
      ...(orderCode !== null && { orderCode }),
    };
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
    .map(({ at, account: { accountId, details }, isCovered }) => {
      const to = `to ${details?.legalName ?? `seller ${accountId}`}`;
      const { currencyCode } = sellers.walletOf(accountId);
      const { available } = sellers.balance(accountId);
      const what = isCovered ? `Payout of ${amountText(available, currencyCode)} ${to}` : `Payout ${to}`;
      return { kind: 'payout', at, what };
    });
}

function ofMerchant(merchant: AccountServices): readonly ComingWork[] {
  const {
    bankTransfers,
    cardTerminals,
    clearing,
    fileNotices,
    obligations,
    orders,
    terminalSessions,
    transactions,
  } = merchant;
  const run = clearing.coming();
  return [
    ...fileNotices
      .coming()
      .map(({ at }): ComingWork => ({ kind: 'retry', at, what: 'Retry of a file notification' })),
    ...(run
      ? [
          {
            kind: 'clearing' as const,
            at: run.at,
            what: `Clearing of ${run.payments} ${run.payments === 1 ? 'payment' : 'payments'}`,
          },
        ]
      : []),
    ...bankTransfers.coming().map(({ at, transfer: { amount, wallet } }): ComingWork => ({
      kind: 'payout',
      at,
      what: `Bank transfer of ${amountText(amount, wallet.currencyCode)}`,
    })),
    ...obligations.coming().map(({ at, obligation: { amount, currencyCode } }): ComingWork => ({
      kind: 'charge',
      at,
      what: `Charge of ${amountText(amount, currencyCode)} to a seller`,
    })),
    ...cardTerminals.coming().map(({ at, session: { terminalId } }): ComingWork => ({
      kind: 'charge',
      at,
      what: `Customer presents a card at terminal ${terminalId}`,
    })),
    ...terminalSessions
      .list()
      .flatMap(({ amount, currencyCode, preloadedUntil, state, terminalId }): readonly ComingWork[] =>
        state === 'preloaded' && preloadedUntil !== undefined
          ? [
              {
                kind: 'expiry',
                at: preloadedUntil,
                what: `Preloaded sale of ${amountText(amount, currencyCode)} at terminal ${terminalId} expires`,
              },
            ]
          : [],
      ),
    ...orders.list().flatMap(({ amount, code, currencyCode, expiresAt, state }): readonly ComingWork[] =>
      state === OrderState.Pending && expiresAt !== null
        ? [
            {
              kind: 'expiry',
              at: expiresAt,
              what: `Order of ${amountText(amount, currencyCode)} expires`,
              orderCode: code,
            },
          ]
        : [],
    ),
    ...transactions.list().flatMap((transaction): readonly ComingWork[] => {
      const at = transactions.heldUntil(transaction);
      const { amount, currencyCode, orderCode } = transaction;
      return at === undefined
        ? []
        : [{ kind: 'expiry', at, what: `Hold of ${amountText(amount, currencyCode)} lapses`, orderCode }];
    }),
  ];
}
