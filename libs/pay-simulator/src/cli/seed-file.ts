import { readFileSync } from 'node:fs';
import { parseDocument, visit } from 'yaml';
import { readTexts } from '../control/read-texts.js';
import { isMerchantEventType } from '../deliveries/webhooks.js';
import { behaviorOf } from '../domain/card.js';
import { DOCUMENT, resolveSchema } from '../domain/control-contract.js';
import type { components } from '../domain/control-inputs.generated.js';
import { isCurrencyCode } from '../domain/currencies.js';
import { problemText } from '../domain/input.js';
import { schemaProblem, type SchemaProblem } from '../domain/json-schema.js';
import type { MerchantOverrides } from '../domain/merchant.js';
import { DEFAULT_ORDER_DETAILS } from '../domain/order.js';
import { Refusal } from '../domain/refusal.js';
import { DEFAULT_SOURCE_CODE } from '../domain/sources.js';
import { readTestCard, testCardOf } from '../domain/test-cards.js';
import type { PaySimulator } from '../wiring/simulator.types.js';
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

type SeedContent = components['schemas']['SeedFile'];

/** Default events of a webhook: payments, refunds and failed payments. */
const DEFAULT_EVENTS = [1796, 1797, 1798];
const SCHEMA = DOCUMENT['x-seed-file'];

/** Reads and checks a seed file in YAML or JSON. @throws UsageError that names the file, the field and the expected value. */
export function readSeedFile(path: string): Seed {
  const content = inFile(path, () => readContent(path));
  const { account = {}, webhooks = [] } = content;
  return {
    merchant: withoutPermissions(account),
    webhooks: webhooks.map(({ url, events = DEFAULT_EVENTS }, index) => ({
      url,
      eventTypeIds: events,
      place: `${path}: webhooks[${index}].`,
    })),
    apply: (simulator, print) => inFile(path, () => applySeed(content, simulator, print)),
  };
}

const withoutPermissions = ({ permissions: _, ...merchant }: NonNullable<SeedContent['account']>) => merchant;

function readContent(path: string): SeedContent {
  let file: string;
  try {
    file = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'failed'})`);
  }
  // YAML contains JSON.
  const document = parseDocument(file);
  const [mistake] = document.errors;
  if (mistake)
    throw new UsageError(
      `expected valid YAML; check the indentation and the quotes (${mistake.message.split('\n')[0]?.replace(/:$/, '')})`,
    );
  // Numbers become the texts that they are read from, because YAML reads a code such as 0123 as a number.
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number') node.value = node.source;
      if (node.value === null) node.value = '';
    },
  });
  const content = readTexts(SCHEMA, document.toJS() ?? {}) as SeedContent;
  const problem = schemaProblem(SCHEMA, content, resolveSchema) ?? problemsOf(content)[0];
  if (problem) throw new UsageError(problemText(problem));
  return content;
}

/** Finds what no schema can say. */
function problemsOf({
  account: { currencyCode = DEFAULT_CURRENCY } = {},
  sources = [],
  webhooks = [],
  terminals = [],
  cards = [],
  orders = [],
}: SeedContent): readonly SchemaProblem[] {
  const codes = sources.map(({ code }) => code);
  const usable = [DEFAULT_SOURCE_CODE, ...codes];
  const problem = (fits: boolean, field: string, expected: string, received: unknown): SchemaProblem[] =>
    fits ? [] : [{ field, expected, received }];
  /** The second item with a key would change the first. */
  const repeated = (list: string, key: string, keys: readonly string[]): readonly SchemaProblem[] =>
    keys.flatMap((one, index) => {
      const first = keys.indexOf(one);
      return problem(
        first === index,
        `${list}[${index}].${key}`,
        `another value than ${list}[${first}]`,
        one,
      );
    });
  return [
    ...problem(
      isCurrencyCode(currencyCode),
      'account.currencyCode',
      'a numeric ISO 4217 code such as 978',
      currencyCode,
    ),
    ...repeated('sources', 'code', codes),
    ...webhooks.flatMap(({ events = [] }, index) =>
      [events].flat().flatMap((event, place) => {
        const fits = event === 'all' || isMerchantEventType(event);
        return problem(fits, `webhooks[${index}].events[${place}]`, 'an event type such as 1796', event);
      }),
    ),
    ...repeated(
      'terminals',
      'terminalId',
      terminals.map(({ terminalId }) => terminalId),
    ),
    ...cards.flatMap(({ number }, index) => {
      const card = testCardOf(number);
      const fits = card !== undefined && behaviorOf(card.result) === 'approve';
      const expected = 'the number of a test card that the issuer approves without a challenge';
      return problem(fits, `cards[${index}].number`, expected, number);
    }),
    ...orders.flatMap(({ sourceCode = DEFAULT_SOURCE_CODE }, index) =>
      problem(
        usable.includes(sourceCode),
        `orders[${index}].sourceCode`,
        `the code of a source: ${usable.join(', ')}`,
        sourceCode,
      ),
    ),
  ];
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
