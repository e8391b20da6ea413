import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { PayEventType, PayReconciledEventType } from 'nestjs-pay/client';
import { PAY, SIMULATOR } from '../packages.js';
import { compile } from './compile.js';
import { docsExamples, FRONT_PAGES } from './docs-examples.js';

const USE = `
import { PayWallet, getSmartCheckout, unwrap, PayEventType } from 'nestjs-pay/client';
import type { MethodReturn, CreateOrderResult, PayWebhookEvent } from 'nestjs-pay/client';
async function use(): Promise<void> {
const pay = new PayWallet({ clientId: '', clientSecret: '', merchantId: '', apikey: '' });
const result: MethodReturn<CreateOrderResult> = await pay.payments.createOrder({ amount: 1000 });
if (result.success) {
  const url: string = getSmartCheckout({ orderCode: result.data.orderCodeText });
  // @ts-expect-error a success has no error
  result.error;
} else {
  const outcome: 'not-sent' | 'rejected' | 'unknown' = result.error.outcome;
  // @ts-expect-error a failure's data is null
  result.data.orderCode;
}
// @ts-expect-error the key has one spelling, apikey
new PayWallet({ clientId: '', clientSecret: '', merchantId: '', apiKey: '' });
// @ts-expect-error a key is required
new PayWallet({ clientId: '', clientSecret: '', merchantId: '' });
// @ts-expect-error amount is required
await pay.payments.createOrder({ customerTrns: 'x' });
// @ts-expect-error no such option
await pay.payments.createOrder({ amount: 1000, ammount: 5 });
// @ts-expect-error a refund says its amount
await pay.transactions.cancelTransaction('id', {});
const refund = await pay.transactions.cancelTransaction('id', { amount: 5 });
if (!refund.success && refund.code === 'alreadycanceled') refund.message;
// @ts-expect-error createOrder has no such kind
if (!result.success && result.code === 'alreadycanceled') result.message;
unwrap(result).orderCodeText.length;
}
declare const paid: PayWebhookEvent<typeof PayEventType.TransactionPaymentCreated>;
const text: string | null | undefined = paid.data.OrderCodeText;
`;

/** Options with an optional value, such as an environment variable, under `exactOptionalPropertyTypes`. */
const UNDEFINED = `
import { getSmartCheckout, PayModule, PayWallet, payConfig } from 'nestjs-pay';
import type { Endpoints, PayWalletOptions } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
declare const some: { text: string | undefined; flag: boolean | undefined; ms: number | undefined };
declare const at: { api: string | undefined };
declare const account: PayWalletOptions;
declare const pay: PayWallet;
const wallet = { ...account, dev: some.flag, endpoints: at, timeoutMs: some.ms, sourceCode: some.text };
new PayWallet(wallet);
PayModule.forRoot({ wallet, isv: undefined, webhooks: { path: some.text, trustedProxies: undefined } });
PayModule.forRootAsync({ ...payConfig.asProvider(), wallet: { dev: some.flag }, name: some.text });
const simulator = await createPaySimulator({ seed: some.text, port: some.ms });
const endpoints: Endpoints | undefined = pay.endpoints;
new PayWallet({ ...account, endpoints });
new PayWallet({ ...account, endpoints: simulator.endpoints });
getSmartCheckout({ orderCode: '1', dev: some.flag, color: some.text, endpoints: pay.endpoints });
const customer = { email: some.text, requestLang: some.text };
await pay.payments.createOrder({ amount: 1000, customerTrns: some.text, customer }, { timeoutMs: some.ms });
`;

/** Handlers need no generics: each event type has a name of its own. */
const EVENT_TYPES = { PayEventType, PayReconciledEventType };
const EVENT_NAMES = Object.entries(EVENT_TYPES).flatMap(([types, keys]) =>
  Object.keys(keys).map((key) => {
    const name = `${key.replace(/^Transaction(?!Failed$)/, '')}Event`;
    return `true satisfies Same<pay.${name}, pay.ReceivedPayEvent<typeof pay.${types}.${key}>>;`;
  }),
);
const EVENTS = `
import type * as pay from 'nestjs-pay';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
${EVENT_NAMES.join('\n')}
`;

/** Handlers with a parameter of another event, with text instead of a number, and with the right parameters. */
const HANDLERS = `
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import type { PaymentCreatedEvent, ReceivedPayEvent, ReversalCreatedEvent } from 'nestjs-pay';
export class Handlers {
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  wrongEvent(_event: ReversalCreatedEvent) {}
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  wrongPayload(_event: { orderId: string }) {}
  @OnPayEvent('1796')
  text(_event: PaymentCreatedEvent) {}
  @OnPayEvent(PayEventType.TransactionPaymentCreated, PayEventType.TransactionReversalCreated)
  async two(_event: PaymentCreatedEvent | ReversalCreatedEvent, _db: Date) {}
  @OnPayEvent('*', { account: 'shop' })
  all(_event: ReceivedPayEvent) {}
  @OnPayEvent(PayEventType.TransactionPaymentCreated, { unconfirmed: true })
  none() {}
}
`;

/** Nest's starter emits declarations, so TypeScript must be able to name what a method returns. */
const INFERRED = `
import type { Marketplace, PayISV, PayWallet } from 'nestjs-pay';
import { confirmPayWebhook, readPayWebhook, unwrap } from 'nestjs-pay/client';
export class Shop {
  constructor(private readonly pay: PayWallet, private readonly isv: PayISV, private readonly market: Marketplace) {}
  order = async (code: string) => unwrap(await this.pay.payments.getOrder(code));
  legacy = async (orderCode: string) => unwrap(await this.pay.transactions.getLegacyTransactions(undefined, { orderCode }));
  devices = async () => unwrap(await this.pay.pos.devices.searchDevices());
  wallets = async () => unwrap(await this.pay.wallets.retrieveWallet());
  invite = (email: string) => this.isv.connectedAccounts.create({ email, returnUrl: '' });
  seller = async (id: string) => unwrap(await this.market.sellers.retrieveConnectedAccount(id));
  send = () => this.market.transfers.sendFunds({ connectedAccountId: '', amount: 1 });
  read = (rawBody: string) => readPayWebhook({ rawBody });
  confirm = (rawBody: string) => confirmPayWebhook(this.pay, { rawBody });
}
`;

const EVERY_ENTRY = [...PAY.entries, ...SIMULATOR.entries].map((entry) => `import '${entry}';\n`).join('');

const asCommonJs = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name.replace(/mts$/, 'cts'), text]));
const inBothFormats = (name: string, text: string) => ({ [`${name}.mts`]: text, [`${name}.cts`]: text });

// The compiler options are in compile.ts: strict, exactOptionalPropertyTypes and skipLibCheck false, among others.
describe('the published types', () => {
  const examples = docsExamples();
  const frontPages = Object.fromEntries(
    Object.entries(examples).filter(([name]) =>
      FRONT_PAGES.some((page) => name.startsWith(page.replaceAll('/', '-'))),
    ),
  );
  let errors: string[];
  const isOfHandlers = (error: string): boolean => error.startsWith('handlers.mts');
  beforeAll(() => {
    // One program, because most of the time goes into checking the types of the packages.
    errors = compile({
      ...inBothFormats('use', USE),
      ...inBothFormats('entries', EVERY_ENTRY),
      'events.mts': EVENTS,
      'handlers.mts': HANDLERS,
      'undefined.mts': UNDEFINED,
      ...examples,
      ...asCommonJs(frontPages),
    });
  });

  it('the code of the front pages compiles as pasted, with the imports that it shows', () => {
    expect(Object.keys(frontPages)).toHaveLength(FRONT_PAGES.length);
    const blocks = FRONT_PAGES.flatMap((page) => [
      ...readFileSync(page, 'utf8').matchAll(/```ts\n(.*?)```/gs),
    ]);
    expect(blocks.map(([, code]) => `${code}\nexport {};\n`)).toEqual(Object.values(frontPages));
    for (const code of Object.values(frontPages)) expect(code).toContain('PayWalletService');
  });

  it('and the code in the docs compile under module resolution nodenext, in ES modules and CommonJS', () => {
    expect(Object.keys(examples).length).toBeGreaterThan(1);
    expect(errors.filter((error) => !isOfHandlers(error))).toEqual([]);
  });

  it('report a handler of another event, and text instead of a number, in one line each', () => {
    const sentence =
      /TS1270: .*The first parameter must be the event of the type, such as PaymentCreatedEvent for [^\n]*$/;
    const text = /TS1270: .*Event types are numbers, such as PayEventType\.TransactionPaymentCreated[^\n]*$/;
    const expected = [sentence, sentence, text].map((one) => expect.stringMatching(one));
    expect(errors.filter(isOfHandlers)).toEqual(expected);
  });

  it('have names for the results of methods in emitted declarations', () => {
    const options = {
      ...{ noEmit: false, emitDeclarationOnly: true, declaration: true, outDir: 'out' },
      skipLibCheck: true,
    };
    expect(compile({ 'inferred.mts': INFERRED }, options)).toEqual([]);
  });

  // Without the entries for NestJS: it has only ES modules, which a CommonJS file cannot import under node16.
  it('compile under module resolution node16, in ES modules and CommonJS', () => {
    const options = { module: 'node16', moduleResolution: 'node16' };
    expect(compile(inBothFormats('use', USE), options)).toEqual([]);
  });

  it('compile under module resolution bundler', () => {
    const options = { module: 'esnext', moduleResolution: 'bundler' };
    expect(compile({ 'use.mts': USE }, options)).toEqual([]);
  });
});
