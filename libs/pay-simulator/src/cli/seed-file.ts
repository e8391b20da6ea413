import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { isMerchantEventType } from '../deliveries/webhooks.js';
import { behaviorOf } from '../domain/card.js';
import { isCurrencyCode } from '../domain/currencies.js';
import type { MerchantOverrides } from '../domain/merchant.js';
import { DEFAULT_ORDER_DETAILS, MIN_ORDER_AMOUNT } from '../domain/order.js';
import { Refusal } from '../domain/refusal.js';
import { DEFAULT_SOURCE_CODE } from '../domain/sources.js';
import { readTestCard, testCardOf } from '../domain/test-cards.js';
import { isWebAddress } from '../domain/web-address.js';
import type { PaySimulator } from '../wiring/simulator.types.js';
import {
  boolean,
  digits,
  expected,
  integer,
  list,
  object,
  oneOf,
  text,
  value,
  type Reader,
} from './seed-readers.js';
import { UsageError } from './usage-error.js';

/** A checked seed file. */
export interface Seed {
  /** Settings of the account, which the simulator needs at its start. */
  readonly merchant: MerchantOverrides;
  /** Webhooks to register once their receivers run. */
  readonly webhooks: readonly SeedWebhook[];
  /** Creates everything else, and prints the IDs that an application needs. */
  readonly apply: (simulator: PaySimulator, print: (line: string) => void) => void;
}

/** A webhook with its place in the file, for error messages. */
export interface SeedWebhook {
  readonly url: string;
  readonly eventTypeIds: 'all' | readonly number[];
  readonly place: string;
}

const orderAmount = integer(
  `whole minor units, at least ${MIN_ORDER_AMOUNT}, such as 2450 for 24.50`,
  MIN_ORDER_AMOUNT,
);
const balance = integer('whole minor units, at least 0', 0);
const webAddress = value(
  'an absolute http or https address',
  (read): read is string => typeof read === 'string' && isWebAddress(read),
);
const currency: Reader<string> = (read, path) => {
  const code = String(typeof read === 'number' || typeof read === 'string' ? read : '').padStart(3, '0');
  if (!isCurrencyCode(code)) throw expected(path, 'a numeric ISO 4217 code such as 978', read);
  return code;
};
const approvedCard: Reader<string> = (read, path) => {
  const card = testCardOf(String(read));
  if (!card || behaviorOf(card.result) !== 'approve')
    throw expected(path, 'the number of a test card that the issuer approves without a challenge');
  return card.number;
};
const isEventType = (read: unknown): read is number => typeof read === 'number' && isMerchantEventType(read);
const eventTypeList: Reader<readonly number[]> = (read, path) => {
  if (!Array.isArray(read)) throw expected(path, 'all, or a list of event types such as [1796, 1797]', read);
  return list(value('an event type such as 1796', isEventType))(read, path);
};
const eventTypes: Reader<'all' | readonly number[]> = (read, path) =>
  read === 'all' ? 'all' : eventTypeList(read, path);
const sourceCode = digits('the code of a source', /^.+$/);
const permissions: Reader<Readonly<Record<string, boolean>>> = (read, path) => {
  const names = typeof read === 'object' && read !== null ? Object.keys(read) : [];
  return object(Object.fromEntries(names.map((name) => [name, boolean])))(read, path) as Record<
    string,
    boolean
  >;
};

const readSeed = object({
  account: object({
    companyName: text,
    companyTitle: text,
    currencyCode: currency,
    merchantCategoryCode: integer('a merchant category code', 0, 9999),
    openingBalance: balance,
    chargebackFee: balance,
    permissions,
    credentials: object({
      merchant: object(
        { merchantId: text, apikey: text, clientId: text, clientSecret: text },
        'merchantId',
        'apikey',
        'clientId',
        'clientSecret',
      ),
    }),
  }),
  sources: list(
    object(
      {
        code: sourceCode,
        name: text,
        successUrl: webAddress,
        failureUrl: webAddress,
        cancelButton: boolean,
        language: text,
        active: boolean,
      },
      'code',
    ),
  ),
  webhooks: list(object({ url: webAddress, events: eventTypes }, 'url')),
  terminals: list(
    object(
      {
        terminalId: digits('eight digits', /^\d{8}$/),
        name: text,
        statusId: integer('a number from 0 to 7', 0, 7),
        sourceCode,
        offline: boolean,
      },
      'terminalId',
    ),
  ),
  cards: list(
    object({ number: approvedCard, holderName: text, amount: orderAmount, merchantTrns: text }, 'number'),
  ),
  connectedMerchants: list(object({ companyName: text, openingBalance: balance })),
  sellers: list(object({ email: text, legalName: text, verified: boolean })),
  orders: list(
    object(
      {
        amount: orderAmount,
        merchantTrns: text,
        customerTrns: text,
        sourceCode,
        customer: object({ email: text, fullName: text, phone: text, countryCode: text }),
        allowRecurring: boolean,
        preauth: boolean,
        state: oneOf('pending', 'paid', 'canceled', 'expired'),
      },
      'amount',
    ),
  ),
});

type SeedContent = ReturnType<typeof readSeed>;

/** Default events of a webhook: payments, refunds and failed payments. */
const DEFAULT_EVENTS = [1796, 1797, 1798];

/** Reads and checks a seed file in YAML or JSON. @throws UsageError that names the file, the field and the expected value. */
export function readSeedFile(path: string): Seed {
  const content = inFile(path, () => readContent(path));
  const { account = {}, webhooks = [] } = content;
  const merchant = Object.fromEntries(Object.entries(account).filter(([name]) => name !== 'permissions'));
  return {
    merchant,
    webhooks: webhooks.map(({ url, events = DEFAULT_EVENTS }, index) => ({
      url,
      eventTypeIds: events,
      place: `${path}: webhooks[${index}].`,
    })),
    apply: (simulator, print) => inFile(path, () => applySeed(content, simulator, print)),
  };
}

function readContent(path: string): SeedContent {
  let file: string;
  try {
    file = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'failed'})`);
  }
  // YAML contains JSON.
  const document = parseDocument(file);
  const [problem] = document.errors;
  if (problem)
    throw new UsageError(
      `expected valid YAML; check the indentation and the quotes (${problem.message.split('\n')[0]?.replace(/:$/, '')})`,
    );
  const content = readSeed(document.toJS() ?? {}, '');
  rejectRepeated('sources', 'code', content.sources ?? []);
  rejectRepeated('terminals', 'terminalId', content.terminals ?? []);
  const codes = [DEFAULT_SOURCE_CODE, ...(content.sources ?? []).map(({ code }) => code)];
  for (const [index, { sourceCode }] of (content.orders ?? []).entries())
    if (sourceCode !== undefined && !codes.includes(sourceCode))
      throw expected(`orders[${index}].sourceCode`, `the code of a source: ${codes.join(', ')}`, sourceCode);
  return content;
}

/** @throws UsageError if two items have the same key, because the second one would change the first. */
function rejectRepeated<Key extends string>(
  name: string,
  key: Key,
  items: readonly Readonly<Record<Key, string>>[],
): void {
  const keys = items.map((item) => item[key]);
  const index = keys.findIndex((one, place) => keys.indexOf(one) < place);
  const repeated = keys[index];
  if (repeated !== undefined)
    throw expected(
      `${name}[${index}].${key}`,
      `another value than ${name}[${keys.indexOf(repeated)}]`,
      repeated,
    );
}

/** Adds the file's path to the message of an error. */
function inFile<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

/** Runs a step, and adds its place to the message of an error. */
function at(place: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof Refusal)) throw error;
    throw new UsageError(`${place}: ${error instanceof Refusal ? error.text : error.message}`);
  }
}

function each<T>(name: string, items: readonly T[] | undefined, run: (item: T) => void): void {
  for (const [index, item] of (items ?? []).entries()) at(`${name}[${index}]`, () => run(item));
}

function applySeed(content: SeedContent, simulator: PaySimulator, print: (line: string) => void): void {
  const { account, sources, terminals, cards, connectedMerchants, sellers, orders } = content;
  at('account.permissions', () => simulator.permissions.set(account?.permissions ?? {}));
  each('sources', sources, (source) => void simulator.sources.save(source));
  each('terminals', terminals, (terminal) => void simulator.terminals.save(terminal));
  each('connectedMerchants', connectedMerchants, (merchant) => {
    const { credentials, companyName } = simulator.connectedMerchants.connect(merchant).account;
    print(`Merchant   ${credentials.merchant.merchantId}  ${companyName}`);
  });
  each('sellers', sellers, (seller) => {
    const { accountId, details } = simulator.sellers.connect(seller);
    print(`Seller     ${accountId}  ${details?.legalName ?? ''}`);
  });
  const createOrder = (details: Partial<Parameters<typeof simulator.orders.create>[0]>): string =>
    simulator.orders.create({
      ...DEFAULT_ORDER_DETAILS,
      currencyCode: account?.currencyCode ?? DEFAULT_CURRENCY,
      amount: DEFAULT_CARD_AMOUNT,
      ...details,
    }).code;
  each('cards', cards, ({ number, holderName, ...details }) => {
    const code = createOrder({ ...details, allowRecurring: true });
    const { id, card } = simulator.pay(code, {
      card: { ...readTestCard(number), ...(holderName !== undefined && { holderName }) },
    });
    print(`Card       ${card?.number ?? ''}  charge again with transaction ${id}`);
  });
  each('orders', orders, ({ state = 'pending', customer, ...details }) => {
    const code = createOrder({ ...details, customer: { ...DEFAULT_ORDER_DETAILS.customer, ...customer } });
    if (state === 'paid') simulator.pay(code);
    if (state === 'canceled') simulator.trigger('cancel', { orderCode: code });
    if (state === 'expired') simulator.trigger('expire', { orderCode: code });
    print(`Order      ${code}  ${details.merchantTrns ?? ''} ${state}`);
  });
}

const DEFAULT_CURRENCY = '978';
const DEFAULT_CARD_AMOUNT = 1000;
