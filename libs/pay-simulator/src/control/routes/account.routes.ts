import { awaitedReceivers } from '../../deliveries/awaited-receivers.js';
import type { WebhookRegistration } from '../../deliveries/webhooks.js';
import type { TerminalBehavior } from '../../domain/card-terminals.js';
import { INSUFFICIENT_FUNDS } from '../../domain/issuer.js';
import { DEFAULT_ORDER_DETAILS, type OrderDetails } from '../../domain/order.js';
import type { PermissionSwitches } from '../../domain/permissions.js';
import { Refusal } from '../../domain/refusal.js';
import { DEFAULT_AMOUNT, terminalRequest } from '../actions.js';
import { cardEntry } from '../card-entry.js';
import type { PaymentSource } from '../../domain/sources.js';
import type { Terminal } from '../../domain/terminals.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { terminalView, transactionView, walletView } from '../account-views.js';
import {
  handlersOfAccount,
  bodyAs,
  parameter,
  removed,
  timeOf,
  type ControlInput,
} from '../control-route.js';

const MERCHANT_ROUTES = handlersOfAccount({
  listOrders: ({ orders }) => orders.list(),
  createOrder: ({ orders, sources }, request) => {
    const details = bodyAs<Partial<OrderDetails> & Pick<OrderDetails, 'amount'>>(request);
    sources.getUsable(details.sourceCode ?? DEFAULT_ORDER_DETAILS.sourceCode);
    return orders.create(details);
  },
  getOrder: ({ orders, transactions }, request) => ({
    ...orders.get(parameter(request, 'orderCode')),
    transactions: transactions.ofOrder(parameter(request, 'orderCode')),
  }),
  updateOrder: ({ orders }, request) => {
    const { expiresAt, ...changes } = bodyAs<{ expiresAt?: string }>(request);
    const code = parameter(request, 'orderCode');
    return orders.update(code, {
      ...changes,
      ...(expiresAt !== undefined && { expiresAt: timeOf('expiresAt', expiresAt) }),
    });
  },
  declineNext: ({ payments }, request) =>
    payments.declineNext(bodyAs<{ eventId?: number }>(request).eventId ?? INSUFFICIENT_FUNDS),
  clearDeclineNext: ({ payments }) => payments.declineNext(null),
  listTransactions: ({ transactions }) => transactions.list(),
  getTransaction: (services, request) =>
    transactionView(services, services.transactions.get(parameter(request, 'transactionId'))),

  listWebhooks: ({ webhooks }) => webhooks.list(),
  listAwaitedWebhooks: ({ webhooks }) => awaitedReceivers(webhooks),
  listWebhookEventTypes: ({ webhooks }) => webhooks.eventTypes,
  registerWebhook: async ({ webhooks }, request) =>
    await webhooks.register(bodyAs<WebhookRegistration>(request), 'outside'),
  removeWebhook: ({ webhooks }, request) =>
    removed(webhooks.remove(parameter(request, 'id'), 'outside'), 'webhook'),

  listSources: ({ sources }) => sources.list(),
  saveSource: ({ sources }, request) =>
    sources.save(bodyAs<Partial<PaymentSource> & { code: string }>(request), 'outside'),
  getPermissions: ({ permissions }): PermissionSwitches => permissions.get(),
  setPermissions: ({ permissions }, request): PermissionSwitches => {
    permissions.set(bodyAs<Partial<PermissionSwitches>>(request), 'outside');
    return permissions.get();
  },

  listWallets: ({ wallets }) => wallets.own().map((wallet) => walletView(wallets, wallet)),
  listMovements: ({ wallets }) =>
    wallets.movements().map(({ wallet, ...movement }) => ({ ...movement, walletId: wallet.id })),
  deposit: walletChange((wallet, amount) => wallet.deposit(amount)),
  withdraw: walletChange((wallet, amount) => wallet.withdraw(amount)),
  buyWithDebitCard: walletChange((wallet, amount) => wallet.buy(amount)),
});

/** Returns the handler of what happens at a terminal. */
const atTerminal =
  (act: (services: AccountServices, terminalId: string, body: object) => void) =>
  (services: AccountServices, request: ControlInput) => {
    const terminalId = parameter(request, 'terminalId');
    act(services, terminalId, request.body);
    return terminalView(services.cardTerminals, terminalId);
  };

const TERMINAL_ROUTES = handlersOfAccount({
  listTerminals: ({ cardTerminals }) =>
    cardTerminals.list().map(({ terminalId }) => terminalView(cardTerminals, terminalId)),
  saveTerminal: ({ cardTerminals }, request) => {
    const saved = cardTerminals.save(bodyAs<Partial<Terminal> & Pick<Terminal, 'terminalId'>>(request));
    return terminalView(cardTerminals, saved.terminalId);
  },
  getTerminalSettings: ({ cardTerminals }) => cardTerminals.behavior,
  setTerminalSettings: ({ cardTerminals }, request) => {
    cardTerminals.configure(bodyAs<Partial<TerminalBehavior>>(request), 'outside');
    return cardTerminals.behavior;
  },
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
  abortTerminalSession: ({ cardTerminals, terminalSessions }, request) => {
    const terminalId = parameter(request, 'terminalId');
    const session = cardTerminals.session(terminalId);
    if (!session)
      throw new Refusal(
        404,
        `Terminal ${terminalId} has no session. A request reaches it after a second of virtual time`,
      );
    terminalSessions.abort(session.sessionId, session.cashRegisterId);
    return terminalView(cardTerminals, terminalId);
  },
});

/** What exists for the main merchant and for each connected merchant. */
export const ACCOUNT_ROUTES = { ...MERCHANT_ROUTES, ...TERMINAL_ROUTES };

function walletChange(change: (wallet: AccountServices['wallet'], amount: number) => void) {
  return ({ wallet }: AccountServices, request: ControlInput) => {
    change(wallet, bodyAs<{ amount: number }>(request).amount);
    return { balance: wallet.balance() };
  };
}
