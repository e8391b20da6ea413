import { awaitedReceivers } from '../../deliveries/awaited-receivers.js';
import { INSUFFICIENT_FUNDS } from '../../domain/issuer.js';
import { DEFAULT_ORDER_DETAILS } from '../../domain/order.js';
import { Refusal } from '../../domain/refusal.js';
import { DEFAULT_AMOUNT, terminalRequest } from '../actions.js';
import { cardEntry } from '../card-entry.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { terminalView, transactionView, walletView } from '../account-views.js';
import { removed, timeOf, type ControlInput, type Handlers } from '../control-route.js';

const MERCHANT_ROUTES = {
  listOrders: ({ orders }) => orders.list(),
  createOrder: ({ orders, sources }, { body }) => {
    sources.getUsable(body.sourceCode ?? DEFAULT_ORDER_DETAILS.sourceCode);
    return orders.create(body);
  },
  getOrder: ({ orders, transactions }, { path: { orderCode } }) => ({
    ...orders.get(orderCode),
    transactions: transactions.ofOrder(orderCode),
  }),
  updateOrder: ({ orders }, { path, body }) => {
    const { expiresAt, ...changes } = body;
    const expiry = expiresAt === undefined ? {} : { expiresAt: timeOf('expiresAt', expiresAt) };
    return orders.update(path.orderCode, { ...changes, ...expiry });
  },
  declineNext: ({ payments }, { body }) => payments.declineNext(body.eventId ?? INSUFFICIENT_FUNDS),
  clearDeclineNext: ({ payments }) => payments.declineNext(null),
  listTransactions: ({ transactions }) => transactions.list(),
  getTransaction: (services, { path }) =>
    transactionView(services, services.transactions.get(path.transactionId)),

  listWebhooks: ({ webhooks }) => webhooks.list(),
  listAwaitedWebhooks: ({ webhooks }) => awaitedReceivers(webhooks),
  listWebhookEventTypes: ({ webhooks }) => webhooks.eventTypes,
  registerWebhook: async ({ webhooks }, { body }) => await webhooks.register(body, 'outside'),
  removeWebhook: ({ webhooks }, { path }) => removed(webhooks.remove(path.id, 'outside'), 'webhook'),

  listSources: ({ sources }) => sources.list(),
  saveSource: ({ sources }, { body }) => sources.save(body, 'outside'),
  getPermissions: ({ permissions }) => permissions.get(),
  setPermissions: ({ permissions }, { body }) => permissions.set(body, 'outside'),

  listWallets: ({ wallets }) => wallets.own().map((wallet) => walletView(wallets, wallet)),
  listMovements: ({ wallets }) =>
    wallets.movements().map(({ wallet, ...movement }) => ({ ...movement, walletId: wallet.id })),
  deposit: walletChange((wallet, amount) => wallet.deposit(amount)),
  withdraw: walletChange((wallet, amount) => wallet.withdraw(amount)),
  buyWithDebitCard: walletChange((wallet, amount) => wallet.buy(amount)),
} satisfies Handlers<AccountServices>;

/** Returns the handler of what happens at a terminal. */
const atTerminal =
  (act: (services: AccountServices, terminalId: string, body: object) => void) =>
  (services: AccountServices, { path: { terminalId }, body }: ControlInput<object>) => {
    act(services, terminalId, body);
    return terminalView(services.cardTerminals, terminalId);
  };

const TERMINAL_ROUTES = {
  listTerminals: ({ cardTerminals }) =>
    cardTerminals.list().map(({ terminalId }) => terminalView(cardTerminals, terminalId)),
  saveTerminal: ({ cardTerminals }, { body }) =>
    terminalView(cardTerminals, cardTerminals.save(body).terminalId),
  getTerminalSettings: ({ cardTerminals }) => cardTerminals.behavior,
  setTerminalSettings: ({ cardTerminals }, { body }) => cardTerminals.configure(body, 'outside'),
  listTerminalSessions: ({ cardTerminals, terminalSessions }) =>
    terminalSessions.list().map((session) => ({
      ...session,
      customerHasLeft: cardTerminals.isAbandoned(session.sessionId),
    })),
  insertCardAtTerminal: atTerminal(({ cardTerminals, clock }, terminalId, body) =>
    cardTerminals.insertCard(terminalId, cardEntry(body, clock.now())),
  ),
  declineAtTerminal: atTerminal(({ cardTerminals }, terminalId, body) =>
    cardTerminals.decline(terminalId, body),
  ),
  sellAtTerminal: atTerminal(({ account, cardTerminals }, terminalId, body) =>
    cardTerminals.sellAutonomously({
      ...terminalRequest(account.currencyCode, DEFAULT_AMOUNT),
      ...body,
      terminalId,
    }),
  ),
  cancelAtTerminal: atTerminal(({ cardTerminals }, terminalId) => cardTerminals.cancel(terminalId)),
  chooseQrCodeAtTerminal: atTerminal(({ cardTerminals }, terminalId) =>
    cardTerminals.chooseQrCode(terminalId),
  ),
  walkAwayAtTerminal: atTerminal(({ cardTerminals }, terminalId) => cardTerminals.walkAway(terminalId)),
  abortTerminalSession: ({ cardTerminals, terminalSessions }, { path: { terminalId } }) => {
    const session = cardTerminals.session(terminalId);
    if (!session)
      throw new Refusal(
        404,
        `Terminal ${terminalId} has no session. A request reaches it after a second of virtual time`,
      );
    terminalSessions.abort(session.sessionId, session.cashRegisterId);
    return terminalView(cardTerminals, terminalId);
  },
} satisfies Handlers<AccountServices>;

/** What exists for the main merchant and for each connected merchant. */
export const ACCOUNT_ROUTES = { ...MERCHANT_ROUTES, ...TERMINAL_ROUTES };

function walletChange(change: (wallet: AccountServices['wallet'], amount: number) => void) {
  return ({ wallet }: AccountServices, { body }: ControlInput<{ amount: number }>) => {
    change(wallet, body.amount);
    return { balance: wallet.balance() };
  };
}
