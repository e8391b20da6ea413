import type { WebhookRegistration } from '../../deliveries/webhooks.js';
import { testCard, type CardEntry } from '../../domain/card.js';
import type { TerminalBehavior } from '../../domain/card-terminals.js';
import { DEFAULT_ORDER_DETAILS, MIN_ORDER_AMOUNT, type OrderDetails } from '../../domain/order.js';
import type { ServiceWallet } from '../../domain/movement.js';
import type { PermissionSwitches } from '../../domain/permissions.js';
import { Refusal } from '../../domain/refusal.js';
import type { PaymentSource } from '../../domain/sources.js';
import type { Terminal } from '../../domain/terminals.js';
import type { JsonValue } from '../../domain/wire-json.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import {
  accountRoutesOf,
  bodyAs,
  json,
  parameter,
  removed,
  timeOf,
  type AccountRoute,
  type AccountRow,
} from '../control-route.js';
import * as schema from '../control-schemas.js';
import { withIsoTimes } from '../control-views.js';

const CARD_INPUT = schema.input({
  number: schema.id('Number of a test card. Default: a card that the issuer approves.'),
  expiry: schema.id('`MM/YY` or `MM/YYYY`.'),
  cvc: schema.text('Security code.'),
  holderName: schema.id('Name on the card.'),
});

const ORDER_ROUTES = accountRoutesOf('Orders', {
  listOrders: {
    endpoint: 'GET /orders',
    summary: 'Lists all orders.',
    calls: ['orders.list'],
    response: schema.listOf(schema.ref('Order')),
    run: ({ orders }) => orders.list().map(withIsoTimes),
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
    response: schema.ref('Order'),
    errors: { 409: 'The payment source does not exist or is disabled.' },
    run: ({ account, orders, sources }, request) => {
      const details = bodyAs<Partial<OrderDetails> & Pick<OrderDetails, 'amount'>>(request);
      sources.getUsable(details.sourceCode ?? DEFAULT_ORDER_DETAILS.sourceCode);
      const { currencyCode } = account;
      return withIsoTimes(orders.create({ ...DEFAULT_ORDER_DETAILS, ...details, currencyCode }));
    },
  },
  getOrder: {
    endpoint: 'GET /orders/{orderCode}',
    summary: 'Returns an order with its transactions.',
    calls: ['orders.get', 'orders.find', 'transactions.ofOrder'],
    response: schema.ref('Order'),
    errors: { 404: 'The order is unknown.' },
    run: ({ orders, transactions }, request) => ({
      ...withIsoTimes(orders.get(parameter(request, 'orderCode'))),
      transactions: transactions.ofOrder(parameter(request, 'orderCode')).map(withIsoTimes),
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
    response: schema.ref('Order'),
    errors: { 404: 'The order is unknown.' },
    run: ({ orders }, request) => {
      const { expiresAt, ...changes } = bodyAs<{ expiresAt?: string }>(request);
      const code = parameter(request, 'orderCode');
      return withIsoTimes(
        orders.update(code, {
          ...changes,
          ...(expiresAt !== undefined && { expiresAt: timeOf('expiresAt', expiresAt) }),
        }),
      );
    },
  },
  listTransactions: {
    endpoint: 'GET /transactions',
    summary: 'Lists all transactions: payments, refunds, voids and others.',
    calls: ['transactions.list'],
    response: schema.listOf(schema.ref('Transaction')),
    run: ({ transactions }) => transactions.list().map(withIsoTimes),
  },
  getTransaction: {
    endpoint: 'GET /transactions/{transactionId}',
    summary: 'Returns a transaction.',
    calls: ['transactions.get', 'transactions.find'],
    response: schema.ref('Transaction'),
    errors: { 404: 'The transaction is unknown.' },
    run: ({ transactions }, request) => withIsoTimes(transactions.get(parameter(request, 'transactionId'))),
  },
});

const WEBHOOK_ROUTES = accountRoutesOf('Webhooks', {
  listWebhooks: {
    endpoint: 'GET /webhooks',
    summary: 'Lists the registered webhooks.',
    calls: ['webhooks.list', 'webhooks.activeFor'],
    response: schema.listOf(schema.ref('Webhook')),
    run: ({ webhooks }) => json(webhooks.list()),
  },
  listWebhookEventTypes: {
    endpoint: 'GET /webhook-event-types',
    summary: 'Lists the event types that can be registered.',
    calls: ['webhooks.eventTypes'],
    response: schema.listOf(schema.EVENT_TYPE_ID),
    run: ({ webhooks }) => json(webhooks.eventTypes),
  },
  registerWebhook: {
    endpoint: 'POST /webhooks',
    summary: 'Verifies an address and registers it for event types, as the banking app does.',
    calls: ['webhooks.register'],
    body: schema.WEBHOOK_INPUT,
    example: { url: 'http://127.0.0.1:3000/pay/webhook', eventTypeIds: [1796, 1798] },
    response: schema.listOf(schema.ref('Webhook')),
    errors: { 422: 'The receiver did not respond with the verification key. `rule` says why.' },
    run: async ({ webhooks }, request) =>
      json(await webhooks.register(bodyAs<WebhookRegistration>(request), 'outside')),
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
    response: schema.listOf(schema.ref('Source')),
    run: ({ sources }) => json(sources.list()),
  },
  saveSource: {
    endpoint: 'POST /sources',
    summary: 'Adds a payment source, or changes the given members of a source.',
    calls: ['sources.save'],
    body: schema.input(schema.SOURCE, ['code']),
    example: { code: '1234', successUrl: 'http://localhost:3000/success' },
    response: schema.ref('Source'),
    run: ({ sources }, request) =>
      json(sources.save(bodyAs<Partial<PaymentSource> & { code: string }>(request), 'outside')),
  },
  getPermissions: {
    endpoint: 'GET /permissions',
    summary: 'Returns the permissions of the account.',
    calls: ['permissions.get'],
    response: schema.ref('Permissions'),
    run: ({ permissions }) => json(permissions.get()),
  },
  setPermissions: {
    endpoint: 'POST /permissions',
    summary: 'Switches permissions on or off.',
    calls: ['permissions.set'],
    body: schema.input(schema.PERMISSIONS),
    example: { allowRefunds: true },
    response: schema.ref('Permissions'),
    run: ({ permissions }, request) => {
      permissions.set(bodyAs<Partial<PermissionSwitches>>(request), 'outside');
      return json(permissions.get());
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
    response: schema.listOf(schema.ref('Wallet')),
    run: ({ wallets }) => wallets.own().map((wallet) => walletView(wallets, wallet)),
  },
  listMovements: {
    endpoint: 'GET /movements',
    summary: 'Lists all changes of balances, oldest first.',
    calls: ['wallets.movements'],
    response: schema.listOf(
      schema.output({
        id: schema.text('ID of the movement.'),
        walletId: schema.text('Wallet.'),
        amount: schema.amount('Signed amount'),
        description: schema.text('Reason.'),
        createdAt: schema.moment('Virtual time.'),
      }),
    ),
    run: ({ wallets }) =>
      wallets.movements().map(({ wallet, ...movement }) => ({
        ...withIsoTimes(movement),
        walletId: wallet.id,
      })),
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

interface TerminalStep extends Pick<AccountRoute, 'path' | 'summary' | 'body' | 'example'> {
  readonly run: (services: AccountServices, terminalId: string, body: object) => void;
}

/** Routes of what happens at a terminal, by the method of `PaySimulator['terminals']`. */
const atTerminal = (steps: Readonly<Record<string, TerminalStep>>): Readonly<Record<string, AccountRow>> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, { path, run, ...facts }]) => [
      `${name}AtTerminal`,
      {
        ...facts,
        endpoint: `POST /terminals/{terminalId}/${path}`,
        calls: [`terminals.${name}`],
        response: schema.ref('Terminal'),
        run: (services, request) => {
          const terminalId = parameter(request, 'terminalId');
          run(services, terminalId, request.body);
          return terminalView(services.cardTerminals, terminalId);
        },
      } satisfies AccountRow,
    ]),
  );

const TERMINAL_ROUTES = accountRoutesOf('Terminals', {
  listTerminals: {
    endpoint: 'GET /terminals',
    summary: 'Lists the card terminals with their current sessions.',
    calls: ['terminals.list', 'terminals.session'],
    response: schema.listOf(schema.ref('Terminal')),
    run: ({ cardTerminals }) =>
      cardTerminals.list().map(({ terminalId }) => terminalView(cardTerminals, terminalId)),
  },
  saveTerminal: {
    endpoint: 'POST /terminals',
    summary: 'Adds a terminal, or changes a terminal, for example switches it off with `offline`.',
    calls: ['terminals.save'],
    body: schema.input(schema.TERMINAL, ['terminalId']),
    example: { terminalId: '16000010', offline: false },
    response: schema.ref('Terminal'),
    run: ({ cardTerminals }, request) => {
      const saved = cardTerminals.save(bodyAs<Partial<Terminal> & Pick<Terminal, 'terminalId'>>(request));
      return terminalView(cardTerminals, saved.terminalId);
    },
  },
  getTerminalSettings: {
    endpoint: 'GET /terminal-settings',
    summary: 'Returns how customers and terminals behave.',
    calls: ['terminals.behavior'],
    response: schema.ref('TerminalSettings'),
    run: ({ cardTerminals }) => json(cardTerminals.behavior),
  },
  setTerminalSettings: {
    endpoint: 'POST /terminal-settings',
    summary: 'Changes how customers and terminals behave.',
    calls: ['terminals.configure'],
    body: schema.input(schema.TERMINAL_SETTINGS),
    example: { customer: 'waits' },
    response: schema.ref('TerminalSettings'),
    run: ({ cardTerminals }, request) => {
      cardTerminals.configure(bodyAs<Partial<TerminalBehavior>>(request), 'outside');
      return json(cardTerminals.behavior);
    },
  },
  listTerminalSessions: {
    endpoint: 'GET /terminal-sessions',
    summary: 'Lists all terminal sessions.',
    calls: ['terminals.isAbandoned'],
    response: schema.listOf(schema.ref('TerminalSession')),
    run: ({ cardTerminals, terminalSessions }) =>
      terminalSessions.list().map((session) => ({
        ...withIsoTimes(session),
        customerHasLeft: cardTerminals.isAbandoned(session.sessionId),
      })),
  },
  ...atTerminal({
    insertCard: {
      path: 'card',
      summary: 'Presents a card. Without a card, one that the issuer approves.',
      body: CARD_INPUT,
      example: {},
      run: ({ cardTerminals, clock }, terminalId, body) => {
        const card = { ...testCard('approve', clock.now()), ...(body as Partial<CardEntry>) };
        cardTerminals.insertCard(terminalId, card);
      },
    },
    decline: {
      path: 'decline',
      summary: 'Presents a card that the issuer declines.',
      body: schema.input({
        declineWith: schema.whole('Reason of the issuer, such as 10051 for insufficient funds.', 0),
        tryAgain: schema.flag('Whether the terminal then asks for another card.'),
      }),
      example: { tryAgain: false },
      run: ({ cardTerminals }, terminalId, body) => cardTerminals.decline(terminalId, body),
    },
    cancel: {
      path: 'cancel',
      summary: 'Presses the red key.',
      run: ({ cardTerminals }, terminalId) => cardTerminals.cancel(terminalId),
    },
    chooseQrCode: {
      path: 'qr-code',
      summary: 'Lets the customer choose to pay with a QR code. The session can then no longer be aborted.',
      run: ({ cardTerminals }, terminalId) => cardTerminals.chooseQrCode(terminalId),
    },
    walkAway: {
      path: 'walk-away',
      summary: 'Lets the customer leave. The session times out after about a minute.',
      run: ({ cardTerminals }, terminalId) => cardTerminals.walkAway(terminalId),
    },
  }),
  abortTerminalSession: {
    endpoint: 'POST /terminals/{terminalId}/abort',
    summary: 'Aborts the session of a terminal in the name of its cash register. An abort can come too late.',
    calls: [],
    response: schema.ref('Terminal'),
    errors: { 404: 'The terminal has no session.', 409: 'The session is already being aborted.' },
    run: ({ cardTerminals, terminalSessions }, request) => {
      const terminalId = parameter(request, 'terminalId');
      const session = cardTerminals.session(terminalId);
      if (!session) throw new Refusal(404, `Terminal ${terminalId} has no session`);
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
): AccountRow {
  return {
    endpoint: `POST /wallet/${call}`,
    summary,
    calls: [`wallet.${call}`],
    body: schema.input({ amount: schema.amount('Amount', 1) }, ['amount']),
    example: { amount: 500 },
    response: schema.output({ balance: schema.amount('Available balance') }),
    ...(call !== 'deposit' && { errors: { 409: 'The balance is too low.' } }),
    run: ({ wallet }, request) => {
      change(wallet, bodyAs<{ amount: number }>(request).amount);
      return { balance: wallet.balance() };
    },
  };
}

function terminalView(terminals: AccountServices['cardTerminals'], terminalId: string): JsonValue {
  const terminal = terminals.list().find((one) => one.terminalId === terminalId);
  if (!terminal) throw new Refusal(404, `Terminal ${terminalId} was not found`);
  const session = terminals.session(terminalId);
  return json({ ...terminal, session: session ? withIsoTimes(session) : null });
}

function walletView(wallets: AccountServices['wallets'], wallet: ServiceWallet): JsonValue {
  const { id, name, iban, currencyCode, isPrimary } = wallet;
  return { id, name, iban, currencyCode, isPrimary, ...wallets.balance(wallet) };
}
