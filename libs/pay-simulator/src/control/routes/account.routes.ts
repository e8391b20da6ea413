import { awaitedReceivers } from '../../deliveries/awaited-receivers.js';
import type { WebhookRegistration } from '../../deliveries/webhooks.js';
import { testCard } from '../../domain/card.js';
import type { TerminalBehavior } from '../../domain/card-terminals.js';
import { DEFAULT_ORDER_DETAILS, MIN_ORDER_AMOUNT, type OrderDetails } from '../../domain/order.js';
import type { ServiceWallet, WalletBalance } from '../../domain/movement.js';
import type { PermissionSwitches } from '../../domain/permissions.js';
import { Refusal } from '../../domain/refusal.js';
import type { PaymentSource } from '../../domain/sources.js';
import type { TerminalSession } from '../../domain/terminal-session.js';
import type { Terminal } from '../../domain/terminals.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import {
  accountRoutesOf,
  bodyAs,
  parameter,
  removed,
  timeOf,
  type AccountRoute,
  type ControlInput,
} from '../control-route.js';
import * as schema from '../control-schemas.js';

const ORDER_ROUTES = accountRoutesOf('Orders', {
  listOrders: {
    endpoint: 'GET /orders',
    summary: 'Lists all orders.',
    calls: ['orders.list'],
    run: ({ orders }) => orders.list(),
  },
  createOrder: {
    endpoint: 'POST /orders',
    summary: 'Creates an order without a call of your application.',
    calls: ['orders.create'],
    body: schema.input(
      {
        amount: schema.amount('Amount', MIN_ORDER_AMOUNT),
        merchantTrns: schema.text('Reference of the merchant.'),
        customerTrns: schema.text('Text that the customer sees.'),
        sourceCode: schema.id('Payment source. Default: `Default`.'),
        preauth: schema.flag('Whether the payment is only authorized.'),
        allowRecurring: schema.flag('Whether the payment can be charged again.'),
        disableExactAmount: schema.flag('Whether the customer chooses the amount.'),
        tags: schema.listOf(schema.text('Label.')),
      },
      ['amount'],
    ),
    example: { amount: 1000, merchantTrns: 'cart-1' },
    errors: { 409: 'The payment source does not exist or is disabled.' },
    run: ({ orders, sources }, request) => {
      const details = bodyAs<Partial<OrderDetails> & Pick<OrderDetails, 'amount'>>(request);
      sources.getUsable(details.sourceCode ?? DEFAULT_ORDER_DETAILS.sourceCode);
      return orders.create(details);
    },
  },
  getOrder: {
    endpoint: 'GET /orders/{orderCode}',
    summary: 'Returns an order with its transactions.',
    calls: ['orders.get', 'orders.find', 'transactions.ofOrder'],
    errors: { 404: 'The order is unknown.' },
    run: ({ orders, transactions }, request) => ({
      ...orders.get(parameter(request, 'orderCode')),
      transactions: transactions.ofOrder(parameter(request, 'orderCode')),
    }),
  },
  updateOrder: {
    endpoint: 'POST /orders/{orderCode}',
    summary: 'Changes a pending or canceled order. A paid or expired order does not change.',
    calls: ['orders.update'],
    body: schema.input({
      amount: schema.amount('Amount', MIN_ORDER_AMOUNT),
      expiresAt: schema.moment('Virtual time of the expiry.'),
      disablePaidState: schema.flag('Whether the order stays payable after a payment.'),
      cancelled: schema.flag('`true` cancels the order, `false` makes a canceled order pending again.'),
    }),
    example: { amount: 1200 },
    errors: { 404: 'The order is unknown.' },
    run: ({ orders }, request) => {
      const { expiresAt, ...changes } = bodyAs<{ expiresAt?: string }>(request);
      const code = parameter(request, 'orderCode');
      return orders.update(code, {
        ...changes,
        ...(expiresAt !== undefined && { expiresAt: timeOf('expiresAt', expiresAt) }),
      });
    },
  },
  listTransactions: {
    endpoint: 'GET /transactions',
    summary: 'Lists all transactions: payments, refunds, voids and others.',
    calls: ['transactions.list'],
    run: ({ transactions }) => transactions.list(),
  },
  getTransaction: {
    endpoint: 'GET /transactions/{transactionId}',
    summary: 'Returns a transaction.',
    calls: ['transactions.get', 'transactions.find'],
    errors: { 404: 'The transaction is unknown.' },
    run: ({ transactions }, request) => transactions.get(parameter(request, 'transactionId')),
  },
});

const WEBHOOK_ROUTES = accountRoutesOf('Webhooks', {
  listWebhooks: {
    endpoint: 'GET /webhooks',
    summary: 'Lists the registered webhooks.',
    calls: ['webhooks.list', 'webhooks.activeFor'],
    run: ({ webhooks }) => webhooks.list(),
  },
  listAwaitedWebhooks: {
    endpoint: 'GET /awaited-webhooks',
    summary: 'Lists the addresses of `--webhook` that are not verified yet, each with the reason.',
    calls: [],
    run: ({ webhooks }) => awaitedReceivers(webhooks),
  },
  listWebhookEventTypes: {
    endpoint: 'GET /webhook-event-types',
    summary: 'Lists the event types that can be registered.',
    calls: ['webhooks.eventTypes'],
    run: ({ webhooks }) => webhooks.eventTypes,
  },
  registerWebhook: {
    endpoint: 'POST /webhooks',
    summary: 'Verifies an address and registers it for event types, as the banking app does.',
    calls: ['webhooks.register'],
    body: schema.WEBHOOK_INPUT,
    example: { url: 'http://127.0.0.1:3000/pay/webhook', eventTypeIds: [1796, 1798] },
    errors: { 422: 'The receiver did not respond with the verification key. `rule` says why.' },
    run: async ({ webhooks }, request) =>
      await webhooks.register(bodyAs<WebhookRegistration>(request), 'outside'),
  },
  removeWebhook: {
    endpoint: 'DELETE /webhooks/{id}',
    summary: 'Removes a webhook.',
    calls: ['webhooks.remove'],
    run: ({ webhooks }, request) => removed(webhooks.remove(parameter(request, 'id'), 'outside'), 'webhook'),
  },
});

const SETTINGS_ROUTES = accountRoutesOf('Account', {
  listSources: {
    endpoint: 'GET /sources',
    summary: 'Lists the payment sources.',
    calls: ['sources.list', 'sources.find', 'sources.getUsable'],
    run: ({ sources }) => sources.list(),
  },
  saveSource: {
    endpoint: 'POST /sources',
    summary: 'Adds a payment source, or changes the given members of a source.',
    calls: ['sources.save'],
    body: schema.input(schema.SOURCE, ['code']),
    example: { code: '1234', successUrl: 'http://localhost:3000/success' },
    run: ({ sources }, request) =>
      sources.save(bodyAs<Partial<PaymentSource> & { code: string }>(request), 'outside'),
  },
  getPermissions: {
    endpoint: 'GET /permissions',
    summary: 'Returns the permissions of the account.',
    calls: ['permissions.get'],
    run: ({ permissions }): PermissionSwitches => permissions.get(),
  },
  setPermissions: {
    endpoint: 'POST /permissions',
    summary: 'Switches permissions on or off.',
    calls: ['permissions.set'],
    body: schema.input(schema.PERMISSIONS),
    example: { allowRefunds: true },
    run: ({ permissions }, request): PermissionSwitches => {
      permissions.set(bodyAs<Partial<PermissionSwitches>>(request), 'outside');
      return permissions.get();
    },
  },
});

const MONEY_ROUTES = accountRoutesOf('Money', {
  listWallets: {
    endpoint: 'GET /wallets',
    summary: 'Lists the wallets of the account with their balances, the primary one first.',
    calls: [
      ...['own', 'primary', 'find', 'findOwn', 'findByIban', 'balance'].map((name) => `wallets.${name}`),
      'wallet.balance',
    ],
    run: ({ wallets }) => wallets.own().map((wallet) => walletView(wallets, wallet)),
  },
  listMovements: {
    endpoint: 'GET /movements',
    summary: 'Lists all changes of balances, oldest first.',
    calls: ['wallets.movements'],
    run: ({ wallets }) =>
      wallets.movements().map(({ wallet, ...movement }) => ({ ...movement, walletId: wallet.id })),
  },
  deposit: walletChange('deposit', 'Adds money to the wallet.', (wallet, amount) => wallet.deposit(amount)),
  withdraw: walletChange('withdraw', 'Pays money out to the bank.', (wallet, amount) =>
    wallet.withdraw(amount),
  ),
  buyWithDebitCard: walletChange(
    'buy',
    "Pays for a purchase with the account's debit card.",
    (wallet, amount) => wallet.buy(amount),
  ),
});

/** Returns the route of what happens at a terminal, by the method of `PaySimulator['terminals']`. */
const atTerminal = (
  path: string,
  method: string,
  summary: string,
  act: (services: AccountServices, terminalId: string, body: object) => void,
  facts: Pick<AccountRoute, 'body' | 'example'> = {},
) => ({
  ...facts,
  endpoint: `POST /terminals/{terminalId}/${path}` as const,
  summary,
  calls: [`terminals.${method}`],
  run: (services: AccountServices, request: ControlInput) => {
    const terminalId = parameter(request, 'terminalId');
    act(services, terminalId, request.body);
    return terminalView(services.cardTerminals, terminalId);
  },
});

const TERMINAL_ROUTES = accountRoutesOf('Terminals', {
  listTerminals: {
    endpoint: 'GET /terminals',
    summary: 'Lists the card terminals with their current sessions.',
    calls: ['terminals.list', 'terminals.session'],
    run: ({ cardTerminals }) =>
      cardTerminals.list().map(({ terminalId }) => terminalView(cardTerminals, terminalId)),
  },
  saveTerminal: {
    endpoint: 'POST /terminals',
    summary: 'Adds a terminal, or changes a terminal, for example switches it off with `offline`.',
    calls: ['terminals.save'],
    body: schema.input(schema.TERMINAL, ['terminalId']),
    example: { terminalId: '16000010', offline: false },
    run: ({ cardTerminals }, request) => {
      const saved = cardTerminals.save(bodyAs<Partial<Terminal> & Pick<Terminal, 'terminalId'>>(request));
      return terminalView(cardTerminals, saved.terminalId);
    },
  },
  getTerminalSettings: {
    endpoint: 'GET /terminal-settings',
    summary: 'Returns how customers and terminals behave.',
    calls: ['terminals.behavior'],
    run: ({ cardTerminals }) => cardTerminals.behavior,
  },
  setTerminalSettings: {
    endpoint: 'POST /terminal-settings',
    summary: 'Changes how customers and terminals behave.',
    calls: ['terminals.configure'],
    body: schema.input(schema.TERMINAL_SETTINGS),
    example: { customer: 'waits' },
    run: ({ cardTerminals }, request) => {
      cardTerminals.configure(bodyAs<Partial<TerminalBehavior>>(request), 'outside');
      return cardTerminals.behavior;
    },
  },
  listTerminalSessions: {
    endpoint: 'GET /terminal-sessions',
    summary: 'Lists all terminal sessions.',
    calls: ['terminals.isAbandoned'],
    run: ({ cardTerminals, terminalSessions }) =>
      terminalSessions.list().map((session) => ({
        ...session,
        customerHasLeft: cardTerminals.isAbandoned(session.sessionId),
      })),
  },
  insertCardAtTerminal: atTerminal(
    'card',
    'insertCard',
    'Presents a card. Without a card, one that the issuer approves.',
    ({ cardTerminals, clock }, terminalId, body) =>
      cardTerminals.insertCard(terminalId, { ...testCard('approve', clock.now()), ...body }),
    { body: schema.input(schema.CARD), example: {} },
  ),
  declineAtTerminal: atTerminal(
    'decline',
    'decline',
    'Presents a card that the issuer declines.',
    ({ cardTerminals }, terminalId, body) => cardTerminals.decline(terminalId, body),
    {
      body: schema.input({
        declineWith: schema.whole('Reason of the issuer, such as 10051 for insufficient funds.', 0),
        tryAgain: schema.flag('Whether the terminal then asks for another card.'),
      }),
      example: { tryAgain: false },
    },
  ),
  cancelAtTerminal: atTerminal('cancel', 'cancel', 'Presses the red key.', ({ cardTerminals }, terminalId) =>
    cardTerminals.cancel(terminalId),
  ),
  chooseQrCodeAtTerminal: atTerminal(
    'qr-code',
    'chooseQrCode',
    'Lets the customer choose to pay with a QR code. The session can then no longer be aborted.',
    ({ cardTerminals }, terminalId) => cardTerminals.chooseQrCode(terminalId),
  ),
  walkAwayAtTerminal: atTerminal(
    'walk-away',
    'walkAway',
    'Lets the customer leave. The session times out after about a minute.',
    ({ cardTerminals }, terminalId) => cardTerminals.walkAway(terminalId),
  ),
  abortTerminalSession: {
    endpoint: 'POST /terminals/{terminalId}/abort',
    summary: 'Aborts the session of a terminal in the name of its cash register. An abort can come too late.',
    calls: [],
    errors: { 404: 'The terminal has no session.', 409: 'The session is already being aborted.' },
    run: ({ cardTerminals, terminalSessions }, request) => {
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
  },
});

/** Routes that exist for the main merchant and for each connected merchant. */
export const ACCOUNT_ROUTES: readonly AccountRoute[] = [
  ...ORDER_ROUTES,
  ...WEBHOOK_ROUTES,
  ...SETTINGS_ROUTES,
  ...MONEY_ROUTES,
  ...TERMINAL_ROUTES,
];

function walletChange(
  call: string,
  summary: string,
  change: (wallet: AccountServices['wallet'], amount: number) => void,
) {
  return {
    endpoint: `POST /wallet/${call}` as const,
    summary,
    calls: [`wallet.${call}`],
    body: schema.input({ amount: schema.amount('Amount', 1) }, ['amount']),
    example: { amount: 500 },
    ...(call !== 'deposit' && { errors: { 409: 'The balance is too low.' } }),
    run: ({ wallet }: AccountServices, request: ControlInput) => {
      change(wallet, bodyAs<{ amount: number }>(request).amount);
      return { balance: wallet.balance() };
    },
  };
}

/** A terminal with its current session. */
interface TerminalView extends Terminal {
  readonly session: TerminalSession | null;
}

function terminalView(terminals: AccountServices['cardTerminals'], terminalId: string): TerminalView {
  const terminal = terminals.list().find((one) => one.terminalId === terminalId);
  if (!terminal) throw new Refusal(404, `Terminal ${terminalId} was not found`);
  return { ...terminal, session: terminals.session(terminalId) ?? null };
}

/** A wallet with its balance. */
type WalletView = Pick<ServiceWallet, 'id' | 'name' | 'iban' | 'currencyCode' | 'isPrimary'> & WalletBalance;

function walletView(wallets: AccountServices['wallets'], wallet: ServiceWallet): WalletView {
  const { id, name, iban, currencyCode, isPrimary } = wallet;
  return { id, name, iban, currencyCode, isPrimary, ...wallets.balance(wallet) };
}
