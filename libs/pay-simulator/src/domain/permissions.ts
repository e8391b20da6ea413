import { checkedInput } from './input.js';
import { PERMISSION_OFF_TEXT } from './contract.generated.js';
import type { MerchantAccount } from './merchant.js';
import { Configured, type ChangedBy } from './configured.js';
import { Refusal, refusal } from './refusal.js';

/** Permissions of an account at first. */
const DEFAULTS = {
  /** "Allow refunds". */
  allowRefunds: true,
  /** "Allow recurring payments and pre-auth captures via API". */
  allowRecurringAndCaptures: true,
  /** Partial refunds. Some accounts refund payments only in full. */
  allowPartialRefunds: true,
  /** Partial refunds on the day of the payment. Older accounts do not support them. */
  sameDayPartialRefunds: true,
  /** "Allow transfers between accounts". Only the paying account needs it. */
  allowTransfers: true,
  /** Obligations of marketplace sellers. Requires approval. */
  allowObligations: true,
  /** Original credits (OCT) and pay-outs to a card. Requires approval. */
  allowOctAndPayouts: true,
  /** Rebates. Requires approval. */
  allowRebates: true,
  /** Fast refunds. Requires approval. */
  allowFastRefunds: true,
  /** Charges with card numbers received by mail or telephone. Requires approval. */
  allowMoto: true,
  /** Card tokens. Requires approval. */
  allowCardTokens: true,
  /** Increases of pre-authorizations. Requires approval. */
  allowPreauthIncreases: true,
  /** Events 1802 and 1803 of terminal sessions. The service's support switches them on. */
  allowTerminalEvents: true,
  /** AADE (Greece): terminals sell only with fiscal data. Off at first. */
  useAade: false,
  /** Orders in currencies other than the account's. The service refuses them unless it enables a currency. */
  allowOtherCurrencies: true,
  /** Whether the account is set up as a reseller. */
  actAsReseller: true,
};

/** Permissions of the API, which are switches in the banking app. */
export type PermissionSwitches = { [Name in keyof typeof DEFAULTS]: boolean };

/** Which permissions an account has at first. */
export type AccountPreset = 'demo' | 'new';

const NONE = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, false])) as Record<
  keyof PermissionSwitches,
  boolean
>;

/**
 * Initial permissions of an account: all are on except AADE (`demo`), or only those that the service gives to every account (`new`). Sources name
 * refunds, recurring charges and captures, transfers, terminal events, other currencies, and what needs an approval; the rest is
 * inferred.
 * @see contract/behaviour/transactions.yaml traps "transactions.11", github.com/VivaPayments/API/issues/793
 */
const INITIAL: Readonly<Record<AccountPreset, PermissionSwitches>> = {
  demo: DEFAULTS,
  new: { ...NONE, allowPartialRefunds: true, sameDayPartialRefunds: true },
};

/** Permissions of the merchant. */
export class Permissions {
  private readonly switches: Configured<PermissionSwitches>;

  constructor(preset: AccountPreset = 'demo') {
    this.switches = new Configured('permissions', INITIAL[preset]);
  }

  /** Returns all permissions. */
  get(): Readonly<PermissionSwitches> {
    return { ...this.switches.value };
  }

  /** Checks that a permission is on. @throws Refusal 403 if it is off. */
  require(name: keyof PermissionSwitches): void {
    if (!this.switches.value[name]) throw new Refusal(403, PERMISSION_OFF_TEXT);
  }

  /** Checks that transfers are on. @throws Refusal 403 if they are off. */
  requireTransfers(): void {
    if (!this.switches.value.allowTransfers)
      throw refusal(403, 'Allow transfers between accounts is switched off');
  }

  /**
   * Checks that the account takes orders in a currency.
   *
   * @throws Refusal 403 if it does not. @see contract/openapi/payments.yaml payments.createOrder/error/currency
   */
  requireCurrency(currencyCode: string, { credentials, currencyCode: own }: MerchantAccount): void {
    if (currencyCode === own || this.switches.value.allowOtherCurrencies) return;
    const { merchantId } = credentials.merchant;
    throw new Refusal(403, `Person ${merchantId} does not support currency '${currencyCode}'`);
  }

  /** Switches permissions on and off. Returns all of them. @throws RangeError for an unknown permission or a value that is not a boolean. */
  set(changes: Partial<PermissionSwitches>, by: ChangedBy = 'application'): PermissionSwitches {
    const checked = checkedInput('setPermissions', changes);
    this.switches.change(by, (switches) => ({ ...switches, ...checked }));
    return this.get();
  }
}
