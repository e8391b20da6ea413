import { SCOPES } from '../../domain/contract.generated.js';
import { isObject } from '../../domain/json-kinds.js';
import { basicHeader } from '../http.js';
import { OPERATIONS } from '../contract.generated.js';
import { NotProbed, membersOf, probesOf } from '../run-probes.js';
import { requireAcquiring } from './payment.probes.js';
import type { ProbeSession } from '../run-probes.js';
import type { ContractOperation, ProbeResponse, RequestAuth, Step } from '../verify.types.js';

/** Values of paths that no account has, so that nothing is found even if the service accepts the credentials. */
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000f00d';
const ORDER_CODE = '1000000000000009';
/** Valid IBAN of the registry's example. */
const UNUSED_IBAN = 'NO9386011117947';
/** Has no valid signature, and expired in 2001. */
const EXPIRED_TOKEN = [
  { alg: 'RS256', typ: 'at+jwt' },
  { iss: 'https://demo-accounts.vivapayments.com', exp: 1_000_000_000, client_id: 'expired' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat(Buffer.from('no signature').toString('base64url'))
  .join('.');
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** The last month that is over in every time zone. */
const PERIOD = { from: daysAgo(30), to: daysAgo(1) };
const PAGE = { Page: 1, PageSize: 5, OrderBy: 'Descending' };
const SHOWS_PAGE = 'query/Page query/PageSize query/OrderBy';
const FORM = { grant_type: 'client_credentials' };
const TOKEN = 'auth.getPayAccessToken';
const NO_SCOPE = 'urn:viva:payments:no:such:scope';

/** Operations with an error of this status that this class of probes can show. */
function operationsRefusing(
  status: number,
  isWanted: (operation: ContractOperation) => boolean = () => true,
): readonly { key: string; error: string }[] {
  return Object.entries(OPERATIONS).flatMap(([key, operation]) => {
    const found = Object.entries(operation.errors).find(
      ([, error]) => error.status === status && (error.probe ?? operation.probe) === 'read-only',
    );
    const isSimulated = !operation.probe.startsWith('none: the simulator');
    return found && isSimulated && isWanted(operation) ? [{ key, error: found[0] }] : [];
  });
}

/** A request of an operation that can change nothing: its path names nothing, and its body is empty. */
function harmless(key: string) {
  const operation = OPERATIONS[key];
  const names = [...(operation?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    operation: key,
    path: Object.fromEntries(names.map((name) => [name, name === 'orderCode' ? ORDER_CODE : UNKNOWN_ID])),
    ...(operation !== undefined && /^(POST|PUT|PATCH)$/.test(operation.method) && { body: {} }),
  };
}

/** Sends harmless requests with these credentials, which the service must refuse. */
async function refuseAll(
  session: ProbeSession,
  refusals: readonly { key: string; error: string }[],
  auth: RequestAuth,
  shows: readonly string[] = [],
): Promise<void> {
  for (const { key, error } of refusals)
    await session.send(key, { ...harmless(key), auth, expects: error, shows });
}

/** Sends requests that name nothing, one after another. Returns the last response. */
async function sendHarmless(
  session: ProbeSession,
  steps: readonly (readonly [operation: string, ...Step])[],
): Promise<ProbeResponse> {
  const [[operation, ...step], ...rest] = steps as [(typeof steps)[0], ...typeof steps];
  const response = await session.sendAll(operation, [step], harmless(operation));
  return rest.length === 0 ? response : sendHarmless(session, rest);
}

/** Requests with one wrong field each. */
const wrongFields = (body: object, fields: Readonly<Record<string, unknown>>): readonly Step[] =>
  Object.entries(fields).map(
    ([name, value]) =>
      [`wrong-${name}`, { body: { ...body, [name]: value } }, 'invalid', `body/${name}`] as const,
  );

/** @throws NotProbed if the account gave this client a right that it usually lacks. */
async function requireNoScope(
  session: ProbeSession,
  client: 'checkout' | 'terminal',
  scope: string,
): Promise<void> {
  const scopes = await session.tokenScopes(client);
  if (scopes.includes(scope))
    throw new NotProbed(`the ${client} client of this account has the scope ${scope}`);
}

const onHost = (host: string) => (operation: ContractOperation) => operation.host === host;
const underPath = (path: string) => (operation: ContractOperation) => operation.path.startsWith(path);
const isCheckoutPath = ({ host, path }: ContractOperation): boolean =>
  host === 'api' && /^\/(checkout|acquiring)\//.test(path);

export const READ_ONLY = probesOf('read-only', {
  // Requests a token with each carrier of the credentials, and for one scope.
  token: async (session) => {
    const { id: client_id, secret: client_secret } = session.pair('checkout');
    const form = { ...FORM, client_id, client_secret };
    const scopes = await session.tokenScopes('checkout');
    const [scope = ''] = scopes;
    const canAcquire = scopes.includes(SCOPES['payments:core:api:acquiring']);
    session.confirm('acquiring', 'transactions/rule/checkout-token-can-acquire', 'has the scope', canAcquire);
    const { json } = await session.sendAll(TOKEN, [
      ['header', { body: FORM }, '', 'body/grant_type'],
      ['form', { auth: 'none', body: form }, '', 'body/client_id body/client_secret'],
      ['scope', { body: { ...FORM, scope } }],
    ]);
    const isScope = isObject(json) && json['scope'] === scope;
    session.confirm('one-scope', `${TOKEN}/body/scope`, 'only the requested scope', isScope);
  },
  // Requests tokens with wrong credentials and wrong forms.
  'token-rejected': async (session) => {
    const auth = { authorization: basicHeader(session.pair('checkout').id, 'wrong') };
    const { json } = await session.sendAll(TOKEN, [
      ['wrong-secret', { auth, body: FORM }, 'wrong-credentials'],
      ['no-credentials', { auth: 'none', body: FORM }, 'wrong-credentials'],
      ['no-grant-type', { body: {} }, 'no-grant-type'],
      ['unknown-grant-type', { body: { grant_type: 'password' } }, 'no-grant-type'],
      ['unknown-scope', { body: { ...FORM, scope: NO_SCOPE } }, 'foreign-scope'],
    ]);
    session.check('only-error', 'auth.3', ['error'], isObject(json) ? Object.keys(json) : []);
    await session.sendAll(TOKEN, [
      ['wrong-pair', { auth: 'basic', body: FORM }, 'wrong-credentials', 'auth.1'],
    ]);
  },
  // Requests a token for terminals.
  'terminal-token': async (session) => {
    const { id, secret } = session.pair('terminal');
    const auth = { authorization: basicHeader(id, secret) };
    const wrong = { authorization: basicHeader(id, 'wrong') };
    // The contract has the request twice: among the tokens, and among the terminals.
    const requests = (prefix: string): readonly Step[] => [
      [`${prefix}header`, { auth, body: FORM }, '', 'body/grant_type'],
      [`${prefix}wrong-secret`, { auth: wrong, body: FORM }, 'wrong-credentials'],
      [`${prefix}no-grant-type`, { auth, body: {} }, 'no-grant-type'],
    ];
    await session.sendAll('auth.getCloudTerminalAccessToken', requests(''));
    await session.sendAll('getCloudTerminalAccessToken', [
      ...requests('terminal-'),
      ['unknown-scope', { auth, body: { ...FORM, scope: NO_SCOPE } }, 'foreign-scope', 'body/scope'],
    ]);
  },
  // Sends each request without credentials.
  'no-credentials': (session) => refuseAll(session, operationsRefusing(401), 'none'),
  // Sends requests with a wrong and with an expired token.
  'wrong-token': async (session) => {
    const refusals = operationsRefusing(401, onHost('api'));
    await refuseAll(session, refusals.slice(0, 1), { authorization: 'Bearer wrong' });
    await refuseAll(session, refusals.slice(1), { authorization: `Bearer ${EXPIRED_TOKEN}` });
  },
  // Only two requests, because a service can lock an account after many wrong passwords.
  // Sends requests with a wrong API key.
  'wrong-api-key': async (session) => {
    const authorization = basicHeader(session.pair('basic').id, 'wrong');
    const refusals = ['payments.getOrder', 'webhooks.retrieveWebhookKey'].map((key) => ({
      key,
      error: 'unauthorized',
    }));
    await refuseAll(session, refusals, { authorization });
  },
  // Sends a token to the web host and an API key to the api host.
  'wrong-kind-of-credentials': async (session) => {
    const shows = ['auth.2', 'payments.17'];
    await refuseAll(session, [{ key: 'payments.getOrder', error: 'unauthorized' }], 'checkout', shows);
    const payment = { key: 'transactions.getTransactionById', error: 'unauthorized' };
    await refuseAll(session, [payment], 'basic', shows);
  },
  // Sends the token of the terminals to checkout.
  'terminal-token-at-checkout': async (session) => {
    await requireNoScope(session, 'terminal', SCOPES['payments:core:api:redirectcheckout']);
    await refuseAll(session, operationsRefusing(403, isCheckoutPath), 'terminal', ['auth.9', 'pos.5']);
  },
  // Sends the token of checkout to the terminals.
  'checkout-token-at-terminals': async (session) => {
    await requireNoScope(session, 'checkout', SCOPES['payments:ecr:api']);
    await refuseAll(session, operationsRefusing(401, underPath('/ecr/')), 'checkout', ['pos.5']);
  },
  // Sends the token of checkout to wallets and bank transfers.
  'checkout-token-at-wallets': async (session) => {
    await requireNoScope(session, 'checkout', SCOPES['payments:core:api:merchants:wallets']);
    await requireNoScope(session, 'checkout', SCOPES['payments:core:api:banktransfers']);
    const isOther = ({ path }: ContractOperation): boolean => /^\/(merchants|banktransfers)\//.test(path);
    await refuseAll(session, operationsRefusing(403, isOther), 'checkout', ['bank-transfers.3']);
  },
  // Sends the token of checkout to data services.
  'checkout-token-at-data-services': async (session) => {
    await requireNoScope(session, 'checkout', SCOPES['payments:biservices:datafileapi']);
    await refuseAll(session, operationsRefusing(401, underPath('/dataservices/')), 'checkout', [
      'data-services.5',
      'data-services.6',
      'webhook-subscriptions.4',
    ]);
  },
  // Sends the token of a merchant to the calls of ISVs and marketplaces.
  'checkout-token-at-platforms': async (session) => {
    await requireNoScope(session, 'checkout', SCOPES['payments:core:api:isv']);
    await requireNoScope(session, 'checkout', SCOPES['payments:core:api:platform']);
    const isOfIsv = ({ path }: ContractOperation): boolean => /^(\/checkout\/v2)?\/isv\//.test(path);
    await refuseAll(session, operationsRefusing(403, isOfIsv), 'checkout');
    const shows = ['marketplace.6', 'marketplace.7'];
    await refuseAll(session, operationsRefusing(403, underPath('/platforms/')), 'checkout', shows);
  },
  // Reads orders, transactions and accounts that do not exist.
  'nothing-found': async (session) => {
    const ofOrder = { auth: 'none', body: { orderCode: ORDER_CODE } } as const;
    const page = { auth: 'none', query: { ref: ORDER_CODE } } as const;
    const { json } = await sendHarmless(session, [
      ['payments.getOrder', 'order', {}, 'not-found', 'path/orderCode'],
      ['payments.updateOrder', 'order-to-change', {}, 'not-found', 'path/orderCode'],
      ['payments.cancelOrder', 'order-to-cancel', {}, 'not-found'],
      ['getSmartCheckout', 'checkout-page', page, 'unknown-order'],
      ['rfCodePayments.generateRfCodes', 'order-of-rf-code', ofOrder, 'not-found'],
      ['transactions.getTransactionById', 'transaction', {}, 'not-found', 'transactions.5'],
    ]);
    const error = isObject(json) ? json : {};
    const members = ['eventId', 'message', 'status'];
    session.check('error-members', 'auth.6 bank-transfers.12', members, Object.keys(error).sort());
    session.confirm(
      'event-id',
      'transactions.17',
      'string or number',
      /^(string|number)$/.test(typeof error['eventId']),
    );
    await sendHarmless(session, [
      ['transactions.getLegacyTransactions', 'older-transaction', {}, 'not-found', 'auth.4'],
      ['legacyBankAccounts.retrieveBankAccountById', 'bank-account', {}, 'not-found', 'path/bankAccountId'],
    ]);
  },
  // No request can change anything, because no account has such a transaction.
  // Captures and refunds a transaction that does not exist.
  'unknown-transaction': async (session) => {
    const [trap, id] = ['transactions.5', 'path/transactionId'];
    await sendHarmless(session, [
      ['transactions.createTransaction', 'charge', { body: { amount: 100 } }, 'not-found', `${id} ${trap}`],
      ['transactions.cancelTransaction', 'cancel', { query: { amount: 100 } }, 'not-found', id],
      ['transactions.getLegacyTransactions:list', 'list-without-filter', {}, 'invalid'],
    ]);
    await requireAcquiring(session);
    const amount = { amount: 100, sourceCode: 'Default', merchantTrns: 'verify', idempotencyKey: UNKNOWN_ID };
    for (const name of ['acquiringRefund', 'cancelPartialAuthorization', 'cancelRebateOrFastRefund'])
      await sendHarmless(session, [[`transactions.${name}`, name, { query: amount }, 'not-found', id]]);
    for (const name of ['acquiringCharge', 'rebate', 'fastRefund', 'increasePreauth'])
      await sendHarmless(session, [[`transactions.${name}`, name, { body: amount }, 'not-found', id]]);
    await session.sendAll('transactions.createCardToken', [
      ['card-token', { body: { transactionId: UNKNOWN_ID } }, 'forbidden', trap],
      ['card-token-without-transaction', { body: {} }, 'invalid'],
    ]);
  },
  // Lists the transactions of a day at the older endpoint.
  'older-transactions': (session) => {
    const days = { date: daysAgo(1), clearanceDate: daysAgo(1) };
    const steps = Object.entries(days).map(
      ([name, value]) =>
        [
          name,
          { query: { [name]: value, sourceCode: 'Default' } },
          '',
          `query/${name} query/sourceCode`,
        ] as const,
    );
    return session.sendAll('transactions.getLegacyTransactions:list', steps);
  },
  // Sends methods that the service does not have.
  'wrong-method': async (session) => {
    const operation = 'payments.getOrder';
    const { status } = await session.peek({ ...harmless(operation), instead: { http: 'PUT' } });
    session.check('order', 'auth/rule/wrong-method', { status: 405 }, { status });
    const token = await session.peek({ operation: TOKEN, auth: 'none', instead: { http: 'GET' } });
    session.check('token', 'auth/rule/wrong-method', { status: 405 }, { status: token.status });
  },
  // Reads a path that the service does not have.
  'unknown-path': async (session) => {
    const { status, text } = await session.peek({
      operation: 'payments.createOrder',
      instead: { http: 'GET', path: `/checkout/v2/orders/${ORDER_CODE}` },
    });
    const expected = { status: 404, empty: true };
    session.check('order-at-api-host', 'auth/rule/unknown-path', expected, { status, empty: text === '' });
  },
  // Asks for a token without credentials, at an address with two slashes.
  'repeated-slashes': async (session) => {
    const { status } = await session.peek({
      operation: TOKEN,
      auth: 'none',
      instead: { path: '//connect/token' },
    });
    session.check('token', 'auth/rule/repeated-slashes', { found: true }, { found: status !== 404 });
  },
  // Reads the key for webhooks.
  'webhook-key': async (session) => {
    const { json } = await session.send('key', { operation: 'webhooks.retrieveWebhookKey' });
    const isCapital = isObject(json) && 'Key' in json && !('key' in json);
    session.confirm('member', 'auth.7 webhook-subscriptions.3', 'Key, not key', isCapital);
  },
  // Lists the wallets.
  wallets: async (session) => {
    const { json } = await session.send('list', { operation: 'wallets.retrieveWallet' });
    const [wallet] = membersOf(json, '');
    if (wallet === undefined) throw new NotProbed('the account has no wallet');
    const { WalletId: id, CurrencyCode: currency } = wallet;
    session.confirm(
      'letter-case',
      'wallets.2',
      'capital letters',
      id !== undefined && currency !== undefined,
    );
    session.confirm('wallet-id', 'wallets.4', '12 or 13 digits', /^\d{12,13}$/.test(String(id)));
    session.confirm('currency', 'wallets.3', 'digits', /^\d{1,3}$/.test(String(currency)));
  },
  // Lists the wallets with their own credentials.
  'wallets-of-account-transactions': (session) =>
    session.sendAll('wallets.retrieveMerchantWallets', [['list', { auth: 'accountTransactions' }]]),
  // Lists the linked bank accounts.
  'linked-bank-accounts': async (session) => {
    const { json } = await session.send('list', { operation: 'legacyBankAccounts.retrieveBankAccounts' });
    const [first] = membersOf(json, '');
    if (first === undefined) throw new NotProbed('the account has no linked bank account');
    await session.send('read', {
      operation: 'legacyBankAccounts.retrieveBankAccountById',
      path: { bankAccountId: String(first['BankAccountId']) },
    });
  },
  // Lists the bank accounts with their own credentials.
  'bank-accounts': async (session) => {
    const auth = 'accountTransactions';
    const operation = 'bankTransfers.retrieveBankAccounts';
    const { json } = await session.send('list', {
      operation,
      auth,
      query: { skip: 0, maxResults: 1, isArchived: false },
      shows: [`${operation}/query/skip`, `${operation}/query/isArchived`],
    });
    const isOne = membersOf(json, '').length <= 1;
    session.confirm('one', `${operation}/query/maxResults`, 'at most one', isOne);
    for (const [name, value] of Object.entries({ bankAccountId: UNKNOWN_ID, iban: UNUSED_IBAN })) {
      const unknown = await session.send(`unknown-${name}`, { operation, auth, query: { [name]: value } });
      const isNone = membersOf(unknown.json, '').length === 0;
      session.confirm(`none-${name}`, `${operation}/query/${name}`, 'no rows', isNone);
    }
    const [update, options] = [
      'bankTransfers.updateBankAccount',
      'bankTransfers.retrieveBankTransferOptions',
    ];
    const friendlyName = 'verify';
    await sendHarmless(session, [
      [
        'bankTransfers.linkBankAccount',
        'link-wrong-iban',
        { auth, body: { iban: 'wrong', friendlyName } },
        'invalid',
      ],
      [update, 'change-unknown-account', { auth, body: { archive: false, friendlyName } }, 'not-found'],
      [update, 'change-nothing', { auth, body: { archive: 'maybe' } }, 'invalid'],
      [
        'bankTransfers.retrieveBankAccountById',
        'unknown-account',
        { auth },
        'not-found',
        'path/bankAccountId',
      ],
      [options, 'options-without-amount', { auth }, 'invalid', 'query/amount'],
      [
        options,
        'options-of-unknown-account',
        { auth, query: { amount: 100 } },
        'not-found',
        'path/bankAccountId',
      ],
    ]);
    const [first] = membersOf(json, '');
    if (first === undefined) throw new NotProbed('the account has no linked bank account');
    const bankAccountId = String(first['bankAccountId']);
    await session.sendAll('bankTransfers.retrieveBankAccountById', [
      ['read', { auth, path: { bankAccountId } }],
    ]);
    const external = membersOf(json, '').find(({ isVivaIban }) => isVivaIban === false);
    if (external === undefined) throw new NotProbed('the account has no linked bank account of another bank');
    const path = { bankAccountId: String(external['bankAccountId']) };
    await session.sendAll(options, [['options', { auth, path, query: { amount: 100 } }]]);
  },
  // Searches the transactions of a month.
  'transaction-search': async (session) => {
    const operation = 'dataServices.searchTransactions';
    const auth = 'dataServices';
    const period = { insDateFrom: PERIOD.from, insDateTo: PERIOD.to };
    await session.sendAll(operation, [['period', { auth, query: PAGE, body: period }, '', SHOWS_PAGE]]);
    // Filters that no transaction passes: a service that ignores them responds with rows.
    for (const [name, value] of Object.entries({
      OrderCode: ORDER_CODE,
      TransactionIds: [UNKNOWN_ID],
      SourceTerminalId: '1',
      ResellerSourceCode: 'none',
      AmountFrom: 100_000_000,
      AmountTo: 0,
      CurrencyCode: '752',
      MerchantTrns: UNKNOWN_ID,
    })) {
      const { status } = await session.peek({ operation, auth, body: { ...period, [name]: value } });
      session.check(`filter-${name}`, `${operation}/body/${name}`, { status: 204 }, { status });
    }
    const reversed = { insDateFrom: PERIOD.to, insDateTo: PERIOD.from };
    const wrong = {
      ClearanceDateFrom: 'yesterday',
      ClearanceDateTo: 'yesterday',
      TransactionTypeIds: 'five',
      StatusIds: 5,
    };
    const invalid: readonly Step[] = [
      ['wrong-date', { body: { insDateFrom: 'yesterday' } }, 'invalid', 'body/insDateFrom'],
      ['reversed-period', { body: reversed }, 'invalid', 'body/insDateTo'],
      ...wrongFields(period, wrong),
    ];
    await session.sendAll(operation, invalid, { auth });
  },
  // Searches the movements of a month.
  'account-transaction-search': (session) => {
    const body = { DateFrom: PERIOD.from, DateTo: PERIOD.to };
    const wrong = { WalletId: 'first', SubTypeIds: 'five', AmountFrom: 'one', AmountTo: 'one' };
    const steps: readonly Step[] = [
      ['period', { query: PAGE, body }, '', SHOWS_PAGE],
      ['no-period', { body: {} }, 'invalid', 'body/DateFrom'],
      ['no-end', { body: { DateFrom: PERIOD.from } }, 'invalid', 'body/DateTo'],
      ...wrongFields(body, wrong),
    ];
    return session.sendAll('dataServices.searchAccountTransactions', steps, { auth: 'dataServices' });
  },
  // Reads the MT940 statement of a past day and of a wrong one.
  statement: (session) => {
    const steps: readonly Step[] = [
      ['day', { query: { ReportDate: daysAgo(2) } }],
      ['wrong-day', { query: { ReportDate: 'yesterday' } }, 'invalid', 'query/ReportDate'],
      ['no-day', {}, 'invalid'],
    ];
    return session.sendAll('dataServices.retrieveMt940Data', steps, { auth: 'dataServices' });
  },
  // Downloads a file that does not exist.
  'sale-file': (session) => {
    const operation = 'dataServices.downloadSaleTransactionsFile';
    const shows = 'path/requestId path/fileId';
    return sendHarmless(session, [[operation, 'unknown', { auth: 'dataServices' }, 'not-found', shows]]);
  },
  // Lists the subscriptions of data services.
  subscriptions: (session) =>
    session.sendAll('webhooks.listSubscriptions', [['list', { auth: 'dataServices' }]]),
});
