import { checkedInput } from './input.js';
import { isWebAddress } from './web-address.js';
import { Configured, type ChangedBy } from './configured.js';
import { Refusal } from './refusal.js';

/** Code of the default source. */
export const DEFAULT_SOURCE_CODE = 'Default';

const DEFAULT_SOURCE = {
  /** Case-sensitive code. Each account has the code `Default`. */
  code: DEFAULT_SOURCE_CODE as string,
  name: 'Default',
  /** Absolute URL that customers return to after a payment. @format uri */
  successUrl: '',
  /** Absolute URL that customers return to after a failure. @format uri */
  failureUrl: '',
  /** Whether the checkout page has a button to cancel the order. */
  cancelButton: true,
  /** Language of the page for orders without a language. */
  language: 'en-GB',
  /** Whether the source accepts orders. It does not if it is disabled or not approved. */
  active: true,
  /** Name of the query parameter with the transaction ID. An empty name leaves it out, as the service was seen to do. */
  transactionParameter: 't',
  /** Name of the query parameter with the order code. */
  orderParameter: 's',
  /** Name of the query parameter that is 1 after the cancel button. */
  cancelParameter: 'cancel',
};

/** A payment source, which defines the URLs that customers return to after the checkout page. */
export type PaymentSource = Readonly<typeof DEFAULT_SOURCE>;

/** Payment sources of the account. */
export class Sources {
  private readonly sources: Configured<readonly PaymentSource[]>;
  private readonly initial: PaymentSource;

  constructor(addresses: Pick<PaymentSource, 'successUrl' | 'failureUrl'>) {
    this.initial = checkAddresses({ ...DEFAULT_SOURCE, ...addresses });
    this.sources = new Configured('sources', [this.initial]);
  }

  list(): readonly PaymentSource[] {
    return this.sources.value;
  }

  find(code: string): PaymentSource | undefined {
    return this.sources.value.find((source) => source.code === code);
  }

  /** Returns an active source. @throws Refusal 403 if the merchant has no such source or it is disabled. */
  getUsable(code: string): PaymentSource {
    const source = this.find(code);
    if (!source?.active) {
      throw new Refusal(
        403,
        `Merchant does not have a source with code ${code} assigned or the source is disabled`,
      );
    }
    return source;
  }

  /**
   * Adds a source, or changes the given members of an existing one.
   *
   * @throws RangeError if a member is invalid. The message names the member. Addresses must be absolute http or https addresses.
   */
  save(
    source: Partial<PaymentSource> & { readonly code: string },
    by: ChangedBy = 'application',
  ): PaymentSource {
    const given = checkedInput('saveSource', source);
    const { code } = given;
    const known = this.find(code) ?? { ...this.initial, code, name: code };
    const saved = checkAddresses({ ...known, ...given });
    this.sources.change(by, (sources) =>
      sources.some((one) => one.code === code)
        ? sources.map((one) => (one.code === code ? saved : one))
        : [...sources, saved],
    );
    return saved;
  }
}

function checkAddresses(source: PaymentSource): PaymentSource {
  for (const name of ['successUrl', 'failureUrl'] as const)
    if (!isWebAddress(source[name]))
      throw new RangeError(`${name}: expected an absolute http or https address`);
  return source;
}
