import { isObject } from '../../core/values/plain-data.js';
import { OPERATIONS } from '../contract.generated.js';
import { NotProbed, membersOf } from '../run-probes.js';
import type { ContractOperation, Probe, ProbeSession, RequestAuth } from '../verify.types.js';

/** Values of paths that no account has, so that nothing is found even if the service accepts the credentials. */
const UNUSED: Readonly<Record<string, string>> = {
  transactionId: '00000000-0000-4000-8000-00000000f00d',
  orderCode: '1000000000000009',
};
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000f00d';
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
const SCOPES = {
  acquiring: 'urn:viva:payments:core:api:acquiring',
  checkout: 'urn:viva:payments:core:api:redirectcheckout',
  terminal: 'urn:viva:payments:ecr:api',
  wallets: 'urn:viva:payments:core:api:merchants:wallets',
  bankTransfers: 'urn:viva:payments:core:api:banktransfers',
  isv: 'urn:viva:payments:core:api:isv',
  platform: 'urn:viva:payments:core:api:platform',
  dataServices: 'urn:viva:payments:biservices:datafileapi',
};
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** The last month that is over in every time zone. */
const PERIOD = { from: daysAgo(30), to: daysAgo(1) };
const FORM = { grant_type: 'client_credentials' };
const TOKEN = 'auth.getPayAccessToken';

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
    path: Object.fromEntries(names.map((name) => [name, UNUSED[name] ?? UNKNOWN_ID])),
    ...(operation !== undefined && /^(POST|PUT|PATCH)$/.test(operation.http) && { body: {} }),
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

/** Records the letter case of a wallet's members, and the form of its ID and currency. */
function checkWallet(
  session: ProbeSession,
  wallet: Readonly<Record<string, unknown>> | undefined,
  { id, currency }: { id: string; currency: string },
): void {
  if (wallet === undefined) throw new NotProbed('the account has no wallet');
  session.check('letter-case', ['wallets.2'], {
    expected: { [id]: true, [currency]: true },
    actual: { [id]: id in wallet, [currency]: currency in wallet },
  });
  session.check('wallet-id', ['wallets.4'], {
    expected: '12 or 13 digits',
    actual: /^\d{12,13}$/.test(String(wallet[id])) ? '12 or 13 digits' : 'something else',
  });
  session.check('currency', ['wallets.3'], {
    expected: 'digits',
    actual: /^\d{1,3}$/.test(String(wallet[currency])) ? 'digits' : 'something else',
  });
}

const onHost = (host: string) => (operation: ContractOperation) => operation.host === host;
const underPath = (path: string) => (operation: ContractOperation) => operation.path.startsWith(path);
const isCheckoutPath = ({ host, path }: ContractOperation): boolean =>
  host === 'api' && /^\/(checkout|acquiring)\//.test(path);

const probe = (id: string, about: string, run: Probe['run']): Probe => ({
  id,
  class: 'read-only',
  about,
  run,
});

export const READ_ONLY: readonly Probe[] = [
  probe(
    'token',
    'requests a token with each carrier of the credentials, and for one scope',
    async (session) => {
      const { clientId = '', clientSecret = '' } = session.target.credentials;
      await session.send('header', { operation: TOKEN, body: FORM, shows: [`${TOKEN}/body/grant_type`] });
      const scopes = await session.tokenScopes('checkout');
      session.check('acquiring', ['transactions/rule/checkout-token-can-acquire'], {
        expected: { hasScope: true },
        actual: { hasScope: scopes.includes(SCOPES.acquiring) },
      });
      await session.send('form', {
        operation: TOKEN,
        auth: 'none',
        body: { ...FORM, client_id: clientId, client_secret: clientSecret },
        shows: [`${TOKEN}/body/client_id`, `${TOKEN}/body/client_secret`],
      });
      const [scope = ''] = scopes;
      const { json } = await session.send('scope', { operation: TOKEN, body: { ...FORM, scope } });
      session.check('one-scope', [`${TOKEN}/body/scope`], {
        expected: { onlyRequestedScope: true },
        actual: { onlyRequestedScope: isObject(json) && json['scope'] === scope },
      });
    },
  ),
  probe('token-rejected', 'requests tokens with wrong credentials and wrong forms', async (session) => {
    const { clientId = '', merchantId, apikey } = session.target.credentials;
    const wrong = `Basic ${Buffer.from(`${clientId}:wrong`).toString('base64')}`;
    const bad = { operation: TOKEN, body: FORM, expects: 'wrong-credentials' };
    await session.send('wrong-secret', { ...bad, auth: { authorization: wrong } });
    await session.send('no-credentials', { ...bad, auth: 'none' });
    await session.send('no-grant-type', { operation: TOKEN, body: {}, expects: 'no-grant-type' });
    await session.send('unknown-grant-type', {
      operation: TOKEN,
      body: { grant_type: 'password' },
      expects: 'no-grant-type',
    });
    const { json } = await session.send('unknown-scope', {
      operation: TOKEN,
      body: { ...FORM, scope: 'urn:viva:payments:no:such:scope' },
      expects: 'foreign-scope',
    });
    session.check('only-error', ['auth.3'], {
      expected: ['error'],
      actual: isObject(json) ? Object.keys(json) : [],
    });
    if (merchantId === undefined || apikey === undefined)
      throw new NotProbed('merchantId and apikey are not configured');
    await session.send('wrong-pair', { ...bad, auth: 'basic', shows: ['auth.1'] });
  }),
  probe('terminal-token', 'requests a token for terminals', async (session) => {
    const { cloudTerminal } = session.target.credentials;
    if (cloudTerminal?.clientId === undefined || cloudTerminal.clientSecret === undefined)
      throw new NotProbed('credentials of cloudTerminal are not configured');
    const pair = `${cloudTerminal.clientId}:${cloudTerminal.clientSecret}`;
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    // The contract has the request twice: among the tokens, and among the terminals.
    for (const operation of ['auth.getCloudTerminalAccessToken', 'getCloudTerminalAccessToken']) {
      const step = (name: string): string => (operation.startsWith('auth') ? name : `terminal-${name}`);
      const auth = basic(pair);
      const shows = [`${operation}/body/grant_type`];
      await session.send(step('header'), { operation, auth, body: FORM, shows });
      await session.send(step('wrong-secret'), {
        operation,
        auth: basic(`${cloudTerminal.clientId}:wrong`),
        body: FORM,
        expects: 'wrong-credentials',
      });
      await session.send(step('no-grant-type'), { operation, auth, body: {}, expects: 'no-grant-type' });
    }
    await session.send('unknown-scope', {
      operation: 'getCloudTerminalAccessToken',
      auth: basic(pair),
      body: { ...FORM, scope: 'urn:viva:payments:no:such:scope' },
      expects: 'foreign-scope',
      shows: ['getCloudTerminalAccessToken/body/scope'],
    });
  }),
  probe('no-credentials', 'sends each request without credentials', (session) =>
    refuseAll(session, operationsRefusing(401), 'none'),
  ),
  probe('wrong-token', 'sends requests with a wrong and with an expired token', async (session) => {
    const refusals = operationsRefusing(401, onHost('api'));
    await refuseAll(session, refusals.slice(0, 1), { authorization: 'Bearer wrong' });
    for (const { key, error } of refusals.slice(1))
      await session.send(key, {
        ...harmless(key),
        auth: { authorization: `Bearer ${EXPIRED_TOKEN}` },
        expects: error,
      });
  }),
  // Only two requests, because a service can lock an account after many wrong passwords.
  probe('wrong-api-key', 'sends requests with a wrong API key', async (session) => {
    const { merchantId = UNKNOWN_ID } = session.target.credentials;
    const wrong = `Basic ${Buffer.from(`${merchantId}:wrong`).toString('base64')}`;
    for (const key of ['payments.getOrder', 'webhooks.retrieveWebhookKey'])
      await session.send(key, { ...harmless(key), auth: { authorization: wrong }, expects: 'unauthorized' });
  }),
  probe(
    'wrong-kind-of-credentials',
    'sends a token to the web host and an API key to the api host',
    async (session) => {
      await session.send('token-at-web-host', {
        ...harmless('payments.getOrder'),
        auth: 'checkout',
        expects: 'unauthorized',
        shows: ['auth.2', 'payments.17'],
      });
      await session.send('key-at-api-host', {
        ...harmless('transactions.getTransactionById'),
        auth: 'basic',
        expects: 'unauthorized',
        shows: ['auth.2', 'payments.17'],
      });
    },
  ),
  probe('terminal-token-at-checkout', 'sends the token of the terminals to checkout', async (session) => {
    await requireNoScope(session, 'terminal', SCOPES.checkout);
    await refuseAll(session, operationsRefusing(403, isCheckoutPath), 'terminal', ['auth.9', 'pos.5']);
  }),
  probe('checkout-token-at-terminals', 'sends the token of checkout to the terminals', async (session) => {
    await requireNoScope(session, 'checkout', SCOPES.terminal);
    await refuseAll(session, operationsRefusing(401, underPath('/ecr/')), 'checkout', ['pos.5']);
  }),
  probe(
    'checkout-token-at-wallets',
    'sends the token of checkout to wallets and bank transfers',
    async (session) => {
      await requireNoScope(session, 'checkout', SCOPES.wallets);
      await requireNoScope(session, 'checkout', SCOPES.bankTransfers);
      const isOther = ({ path }: ContractOperation): boolean => /^\/(merchants|banktransfers)\//.test(path);
      await refuseAll(session, operationsRefusing(403, isOther), 'checkout', ['bank-transfers.3']);
    },
  ),
  probe(
    'checkout-token-at-data-services',
    'sends the token of checkout to data services',
    async (session) => {
      await requireNoScope(session, 'checkout', SCOPES.dataServices);
      await refuseAll(session, operationsRefusing(401, underPath('/dataservices/')), 'checkout', [
        'data-services.5',
        'data-services.6',
        'webhook-subscriptions.4',
      ]);
    },
  ),
  probe(
    'checkout-token-at-platforms',
    'sends the token of a merchant to the calls of ISVs and marketplaces',
    async (session) => {
      await requireNoScope(session, 'checkout', SCOPES.isv);
      await requireNoScope(session, 'checkout', SCOPES.platform);
      const isOfIsv = ({ path }: ContractOperation): boolean => /^(\/checkout\/v2)?\/isv\//.test(path);
      await refuseAll(session, operationsRefusing(403, isOfIsv), 'checkout');
      const shows = ['marketplace.6', 'marketplace.7'];
      await refuseAll(session, operationsRefusing(403, underPath('/platforms/')), 'checkout', shows);
    },
  ),
  probe('nothing-found', 'reads orders, transactions and accounts that do not exist', async (session) => {
    await session.send('order', {
      ...harmless('payments.getOrder'),
      expects: 'not-found',
      shows: ['payments.getOrder/path/orderCode'],
    });
    await session.send('order-to-change', {
      ...harmless('payments.updateOrder'),
      expects: 'not-found',
      shows: ['payments.updateOrder/path/orderCode'],
    });
    await session.send('order-to-cancel', { ...harmless('payments.cancelOrder'), expects: 'not-found' });
    await session.send('checkout-page', {
      operation: 'getSmartCheckout',
      auth: 'none',
      query: { ref: UNUSED['orderCode'] ?? '' },
      expects: 'unknown-order',
    });
    await session.send('order-of-rf-code', {
      operation: 'rfCodePayments.generateRfCodes',
      auth: 'none',
      body: { orderCode: UNUSED['orderCode'] },
      expects: 'not-found',
    });
    const { json } = await session.send('transaction', {
      ...harmless('transactions.getTransactionById'),
      expects: 'not-found',
      shows: ['transactions.5'],
    });
    session.check('error-members', ['auth.6', 'bank-transfers.12'], {
      expected: ['eventId', 'message', 'status'],
      actual: isObject(json) ? Object.keys(json).sort() : [],
    });
    const eventId = isObject(json) ? json['eventId'] : undefined;
    session.check('event-id', ['transactions.17'], {
      expected: { isTextOrNumber: true },
      actual: { isTextOrNumber: typeof eventId === 'string' || typeof eventId === 'number' },
    });
    await session.send('older-transaction', {
      ...harmless('transactions.getLegacyTransactions'),
      expects: 'not-found',
      shows: ['auth.4'],
    });
    await session.send('bank-account', {
      ...harmless('legacyBankAccounts.retrieveBankAccountById'),
      expects: 'not-found',
      shows: ['legacyBankAccounts.retrieveBankAccountById/path/bankAccountId'],
    });
  }),
  // No request can change anything, because no account has such a transaction.
  probe('unknown-transaction', 'captures and refunds a transaction that does not exist', async (session) => {
    const trap = ['transactions.5'];
    await session.send('charge', {
      ...harmless('transactions.createTransaction'),
      body: { amount: 100 },
      expects: 'not-found',
      shows: ['transactions.createTransaction/path/transactionId', ...trap],
    });
    await session.send('cancel', {
      ...harmless('transactions.cancelTransaction'),
      query: { amount: 100 },
      expects: 'not-found',
      shows: ['transactions.cancelTransaction/path/transactionId'],
    });
    await session.send('list-without-filter', {
      operation: 'transactions.getLegacyTransactions:list',
      expects: 'invalid',
    });
    if (!(await session.tokenScopes('checkout')).includes(SCOPES.acquiring))
      throw new NotProbed(`the checkout client of this account lacks the scope ${SCOPES.acquiring}`);
    const amount = { amount: 100, sourceCode: 'Default', merchantTrns: 'verify', idempotencyKey: UNKNOWN_ID };
    for (const name of ['acquiringRefund', 'cancelPartialAuthorization', 'cancelRebateOrFastRefund'])
      await session.send(name, {
        ...harmless(`transactions.${name}`),
        query: amount,
        expects: 'not-found',
        shows: [`transactions.${name}/path/transactionId`],
      });
    for (const name of ['acquiringCharge', 'rebate', 'fastRefund', 'increasePreauth'])
      await session.send(name, {
        ...harmless(`transactions.${name}`),
        body: amount,
        expects: 'not-found',
        shows: [`transactions.${name}/path/transactionId`],
      });
    const card = 'transactions.createCardToken';
    await session.send('card-token', {
      operation: card,
      body: { transactionId: UNKNOWN_ID },
      expects: 'forbidden',
      shows: trap,
    });
    await session.send('card-token-without-transaction', { operation: card, body: {}, expects: 'invalid' });
  }),
  probe('wrong-method', 'sends methods that the service does not have', async (session) => {
    const operation = 'payments.getOrder';
    const { status } = await session.peek({ ...harmless(operation), instead: { http: 'PUT' } });
    session.check('order', ['auth/rule/wrong-method'], { expected: { status: 405 }, actual: { status } });
    const token = await session.peek({ operation: TOKEN, auth: 'none', instead: { http: 'GET' } });
    session.check('token', ['auth/rule/wrong-method'], {
      expected: { status: 405 },
      actual: { status: token.status },
    });
  }),
  probe('unknown-path', 'reads a path that the service does not have', async (session) => {
    const { status, text } = await session.peek({
      operation: 'payments.createOrder',
      instead: { http: 'GET', path: `/checkout/v2/orders/${UNUSED['orderCode']}` },
    });
    session.check('order-at-api-host', ['auth/rule/unknown-path'], {
      expected: { status: 404, empty: true },
      actual: { status, empty: text === '' },
    });
  }),
  probe('webhook-key', 'reads the key for webhooks', async (session) => {
    const { json } = await session.send('key', { operation: 'webhooks.retrieveWebhookKey' });
    session.check('member', ['auth.7', 'webhook-subscriptions.3'], {
      expected: { Key: true, key: false },
      actual: { Key: isObject(json) && 'Key' in json, key: isObject(json) && 'key' in json },
    });
  }),
  probe('wallets', 'lists the wallets', async (session) => {
    const { json } = await session.send('list', { operation: 'wallets.retrieveWallet' });
    checkWallet(session, membersOf(json, '')[0], { id: 'WalletId', currency: 'CurrencyCode' });
  }),
  probe(
    'wallets-of-account-transactions',
    'lists the wallets with their own credentials',
    async (session) => {
      await session.send('list', {
        operation: 'wallets.retrieveMerchantWallets',
        auth: 'accountTransactions',
      });
    },
  ),
  probe('linked-bank-accounts', 'lists the linked bank accounts', async (session) => {
    const { json } = await session.send('list', { operation: 'legacyBankAccounts.retrieveBankAccounts' });
    const [first] = membersOf(json, '');
    if (first === undefined) throw new NotProbed('the account has no linked bank account');
    await session.send('read', {
      operation: 'legacyBankAccounts.retrieveBankAccountById',
      path: { bankAccountId: String(first['BankAccountId']) },
    });
  }),
  probe('bank-accounts', 'lists the bank accounts with their own credentials', async (session) => {
    const auth = 'accountTransactions';
    const operation = 'bankTransfers.retrieveBankAccounts';
    const { json } = await session.send('list', {
      operation,
      auth,
      query: { skip: 0, maxResults: 1, isArchived: false },
      shows: [`${operation}/query/skip`, `${operation}/query/isArchived`],
    });
    session.check('one', [`${operation}/query/maxResults`], {
      expected: { atMostOne: true },
      actual: { atMostOne: membersOf(json, '').length <= 1 },
    });
    for (const [name, value] of Object.entries({ bankAccountId: UNKNOWN_ID, iban: UNUSED_IBAN })) {
      const unknown = await session.send(`unknown-${name}`, { operation, auth, query: { [name]: value } });
      session.check(`none-${name}`, [`${operation}/query/${name}`], {
        expected: { rows: 'none' },
        actual: { rows: membersOf(unknown.json, '').length === 0 ? 'none' : 'some' },
      });
    }
    await session.send('link-wrong-iban', {
      ...harmless('bankTransfers.linkBankAccount'),
      auth,
      body: { iban: 'wrong', friendlyName: 'verify' },
      expects: 'invalid',
    });
    await session.send('change-unknown-account', {
      ...harmless('bankTransfers.updateBankAccount'),
      auth,
      body: { archive: false, friendlyName: 'verify' },
      expects: 'not-found',
    });
    await session.send('change-nothing', {
      ...harmless('bankTransfers.updateBankAccount'),
      auth,
      body: { archive: 'maybe' },
      expects: 'invalid',
    });
    await session.send('unknown-account', {
      ...harmless('bankTransfers.retrieveBankAccountById'),
      auth,
      expects: 'not-found',
      shows: ['bankTransfers.retrieveBankAccountById/path/bankAccountId'],
    });
    await session.send('options-without-amount', {
      ...harmless('bankTransfers.retrieveBankTransferOptions'),
      auth,
      expects: 'invalid',
      shows: ['bankTransfers.retrieveBankTransferOptions/query/amount'],
    });
    await session.send('options-of-unknown-account', {
      ...harmless('bankTransfers.retrieveBankTransferOptions'),
      auth,
      query: { amount: 100 },
      expects: 'not-found',
      shows: ['bankTransfers.retrieveBankTransferOptions/path/bankAccountId'],
    });
    const [first] = membersOf(json, '');
    if (first === undefined) throw new NotProbed('the account has no linked bank account');
    const bankAccountId = String(first['bankAccountId']);
    await session.send('read', {
      operation: 'bankTransfers.retrieveBankAccountById',
      auth,
      path: { bankAccountId },
    });
    const external = membersOf(json, '').find(({ isVivaIban }) => isVivaIban === false);
    if (external === undefined) throw new NotProbed('the account has no linked bank account of another bank');
    await session.send('options', {
      operation: 'bankTransfers.retrieveBankTransferOptions',
      auth,
      path: { bankAccountId: String(external['bankAccountId']) },
      query: { amount: 100 },
    });
  }),
  probe('transaction-search', 'searches the transactions of a month', async (session) => {
    const operation = 'dataServices.searchTransactions';
    const auth = 'dataServices';
    const shows = (part: string, ...names: readonly string[]): string[] =>
      names.map((name) => `${operation}/${part}/${name}`);
    await session.send('period', {
      operation,
      auth,
      query: { Page: 1, PageSize: 5, OrderBy: 'Descending' },
      body: { insDateFrom: PERIOD.from, insDateTo: PERIOD.to },
      shows: shows('query', 'Page', 'PageSize', 'OrderBy'),
    });
    // Filters that no transaction passes: a service that ignores them answers with rows.
    for (const [name, value] of Object.entries({
      OrderCode: UNUSED['orderCode'],
      TransactionIds: [UNKNOWN_ID],
      SourceTerminalId: '1',
      ResellerSourceCode: 'none',
      AmountFrom: 100_000_000,
      AmountTo: 0,
      CurrencyCode: '752',
      MerchantTrns: UNKNOWN_ID,
    })) {
      const body = { insDateFrom: PERIOD.from, insDateTo: PERIOD.to, [name]: value };
      const { status } = await session.peek({ operation, auth, body });
      session.check(`filter-${name}`, shows('body', name), {
        expected: { status: 204 },
        actual: { status },
      });
    }
    await session.send('wrong-date', {
      operation,
      auth,
      body: { insDateFrom: 'yesterday' },
      expects: 'invalid',
      shows: shows('body', 'insDateFrom'),
    });
    await session.send('reversed-period', {
      operation,
      auth,
      body: { insDateFrom: PERIOD.to, insDateTo: PERIOD.from },
      expects: 'invalid',
      shows: shows('body', 'insDateTo'),
    });
    for (const [name, value] of [
      ['ClearanceDateFrom', 'yesterday'],
      ['ClearanceDateTo', 'yesterday'],
      ['TransactionTypeIds', 'five'],
      ['StatusIds', 5],
    ] as const)
      await session.send(`wrong-${name}`, {
        operation,
        auth,
        body: { insDateFrom: PERIOD.from, insDateTo: PERIOD.to, [name]: value },
        expects: 'invalid',
        shows: shows('body', name),
      });
  }),
  probe('account-transaction-search', 'searches the movements of a month', async (session) => {
    const operation = 'dataServices.searchAccountTransactions';
    const auth = 'dataServices';
    const body = { DateFrom: PERIOD.from, DateTo: PERIOD.to };
    await session.send('period', {
      operation,
      auth,
      query: { Page: 1, PageSize: 5, OrderBy: 'Descending' },
      body,
      shows: ['Page', 'PageSize', 'OrderBy'].map((name) => `${operation}/query/${name}`),
    });
    await session.send('no-period', {
      operation,
      auth,
      body: {},
      expects: 'invalid',
      shows: [`${operation}/body/DateFrom`],
    });
    await session.send('no-end', {
      operation,
      auth,
      body: { DateFrom: PERIOD.from },
      expects: 'invalid',
      shows: [`${operation}/body/DateTo`],
    });
    for (const [name, value] of [
      ['WalletId', 'first'],
      ['SubTypeIds', 'five'],
      ['AmountFrom', 'one'],
      ['AmountTo', 'one'],
    ] as const)
      await session.send(`wrong-${name}`, {
        operation,
        auth,
        body: { ...body, [name]: value },
        expects: 'invalid',
        shows: [`${operation}/body/${name}`],
      });
  }),
  probe('statement', 'reads the MT940 statement of a past day and of a wrong one', async (session) => {
    const operation = 'dataServices.retrieveMt940Data';
    const auth = 'dataServices';
    await session.send('day', { operation, auth, query: { ReportDate: daysAgo(2) } });
    await session.send('wrong-day', {
      operation,
      auth,
      query: { ReportDate: 'yesterday' },
      expects: 'invalid',
      shows: [`${operation}/query/ReportDate`],
    });
    await session.send('no-day', { operation, auth, expects: 'invalid' });
  }),
  probe('sale-file', 'downloads a file that does not exist', async (session) => {
    const operation = 'dataServices.downloadSaleTransactionsFile';
    await session.send('unknown', {
      ...harmless(operation),
      auth: 'dataServices',
      expects: 'not-found',
      shows: [`${operation}/path/requestId`, `${operation}/path/fileId`],
    });
  }),
  probe('subscriptions', 'lists the subscriptions of data services', async (session) => {
    await session.send('list', { operation: 'webhooks.listSubscriptions', auth: 'dataServices' });
  }),
];
