import { localFiscalProvider } from 'nestjs-pay/fiscal';
import type {
  FiscalReport,
  FiscalSignature,
  LocalFiscalProvider,
  PayFiscalProvider,
} from 'nestjs-pay/fiscal';
import { AADE_TEST_KEY } from 'pay-simulator';

type Method = 'sign' | 'report' | 'cancel';

/** A provider that fails as a test wants. Each call is noted. */
export class TestProvider implements PayFiscalProvider {
  readonly id = '999';
  readonly books: LocalFiscalProvider;
  readonly calls: { method: Method; key: string }[] = [];
  /** Calls that fail before they do anything. */
  failing = new Set<Method>();
  /** Calls that do what they should, and then fail: their response is lost. */
  lost = new Set<Method>();
  /** Changes what is signed. */
  change: (signed: FiscalSignature) => FiscalSignature = (signed) => signed;
  /** Changes what a report resolves with. */
  changeReport: (report: FiscalReport | void) => FiscalReport | void = (report) => report;

  constructor(now: () => Date, validMs?: number) {
    this.books = localFiscalProvider({
      privateKey: AADE_TEST_KEY.privateKey,
      now,
      ...(validMs && { validMs }),
    });
  }

  sign: PayFiscalProvider['sign'] = (request, call) =>
    this.#call('sign', call, async () => this.change(await this.books.sign(request, call)));
  report: PayFiscalProvider['report'] = (payment, call) =>
    this.#call('report', call, async () => this.changeReport(await this.books.report(payment, call)));
  cancel = (signature: FiscalSignature | null, call: { key: string; signal: AbortSignal }): Promise<void> =>
    this.#call('cancel', call, async () => this.books.cancel?.(signature, call));

  count(method: Method): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  async #call<Result>(method: Method, { key }: { key: string }, run: () => Promise<Result>): Promise<Result> {
    this.calls.push({ method, key });
    if (this.failing.has(method)) throw new Error('the provider is down');
    const result = await run();
    if (this.lost.has(method)) throw new Error('the response was lost');
    return result;
  }
}
