import { isWebAddress } from './web-address.js';
import { Configured, type ChangedBy, type ResetTo } from './configured.js';
import { Refusal } from './refusal.js';

/** A payment source: decides where the customer goes after the hosted page. */
export interface PaymentSource {
  /** Case-sensitive code; `Default` exists in every account. */
  readonly code: string;
  readonly name: string;
  /** Absolute addresses that the browser is sent to. */
  readonly successUrl: string;
  readonly failureUrl: string;
  /** Whether the hosted page offers to cancel the order. */
  readonly cancelButton: boolean;
  /** Language of the page where the order names none. */
  readonly language: string;
  /** A disabled or not yet approved source takes no orders. */
  readonly active: boolean;
  /** Names of the redirect's parameters for the transaction id and the order code. */
  readonly transactionParameter: string;
  readonly orderParameter: string;
}

/** Code of the source that an order without one belongs to. */
export const DEFAULT_SOURCE_CODE = 'Default';

/** The account's payment sources. */
export class Sources {
  private readonly sources: Configured<ReadonlyMap<string, PaymentSource>>;
  private readonly initial: PaymentSource;

  constructor(addresses: { readonly successUrl: string; readonly failureUrl: string }) {
    this.initial = {
      code: DEFAULT_SOURCE_CODE,
      name: 'Default',
      successUrl: webAddress('successUrl', addresses.successUrl),
      failureUrl: webAddress('failureUrl', addresses.failureUrl),
      cancelButton: true,
      language: 'en-GB',
      active: true,
      transactionParameter: 't',
      orderParameter: 's',
    };
    this.sources = new Configured(new Map([[this.initial.code, this.initial]]));
  }

  list(): readonly PaymentSource[] {
    return [...this.sources.value.values()];
  }

  find(code: string): PaymentSource | undefined {
    return this.sources.value.get(code);
  }

  /** The source by its code. @throws Refusal 403 when the merchant has no such source or it is disabled. */
  usable(code: string): PaymentSource {
    const source = this.sources.value.get(code);
    if (!source?.active) {
      throw new Refusal(
        403,
        `Merchant does not have a source with code ${code} assigned or the source is disabled`,
      );
    }
    return source;
  }

  /**
   * Adds a source, or changes the named fields of one that exists.
   *
   * @throws RangeError naming the member that is wrong; an address must be an absolute http or https one.
   */
  save(
    source: Partial<PaymentSource> & { readonly code: string },
    by: ChangedBy = 'application',
  ): PaymentSource {
    const { code } = source;
    if (typeof code !== 'string' || code === '')
      throw new RangeError('code: expected the code of the source');
    const known = this.sources.value.get(code) ?? { ...this.initial, code, name: code };
    for (const [name, value] of Object.entries(source)) {
      const expected =
        name in this.initial ? typeof this.initial[name as keyof PaymentSource] : 'no such member';
      if (typeof value !== expected) throw new RangeError(`${name}: expected ${expected}`);
    }
    const saved = { ...known, ...source };
    webAddress('successUrl', saved.successUrl);
    webAddress('failureUrl', saved.failureUrl);
    this.sources.change(by, (sources) => new Map(sources).set(code, saved));
    return saved;
  }

  reset(to: ResetTo): void {
    this.sources.reset(to);
  }
}

function webAddress(name: string, text: string): string {
  if (!isWebAddress(text)) {
    throw new RangeError(`${name}: expected an absolute http or https address`);
  }
  return text;
}
