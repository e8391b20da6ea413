import { Configured, type ChangedBy, type ResetTo } from './configured.js';

/** Switches of the banking app that decide what the API may do. */
export interface PermissionSwitches {
  /** "Allow refunds". */
  allowRefunds: boolean;
  /** "Allow recurring payments and pre-auth captures via API". */
  allowRecurringAndCaptures: boolean;
  /** Partial refunds on the day of payment: supported now for cards, refused by older accounts. */
  sameDayPartialRefunds: boolean;
  /** "Allow transfers between accounts": needed on the paying side only. */
  allowTransfers: boolean;
  /** Obligations of marketplace sellers: on approval only. */
  allowObligations: boolean;
  /** Original credits and pay-outs to a card (OCT): the service enables them on approval only. */
  allowOctAndPayouts: boolean;
  /** Rebates: on approval only. */
  allowRebates: boolean;
  /** Fast refunds: on approval only. */
  allowFastRefunds: boolean;
  /** Charging cards whose numbers the merchant holds: on approval only. */
  allowMoto: boolean;
  /** Tokens of cards: on approval only. */
  allowCardTokens: boolean;
  /** Adding to a pre-authorisation: on approval only. */
  allowPreauthIncreases: boolean;
  /** Whether the account is set up as a reseller. */
  actAsReseller: boolean;
}

const DEFAULTS: PermissionSwitches = {
  allowRefunds: true,
  allowRecurringAndCaptures: true,
  sameDayPartialRefunds: true,
  allowTransfers: true,
  allowObligations: true,
  allowOctAndPayouts: true,
  allowRebates: true,
  allowFastRefunds: true,
  allowMoto: true,
  allowCardTokens: true,
  allowPreauthIncreases: true,
  actAsReseller: true,
};

/** The merchant's permission switches; all on at the start. */
export class Permissions {
  private readonly switches = new Configured(DEFAULTS);

  /** The switches as they stand. */
  get(): Readonly<PermissionSwitches> {
    return { ...this.switches.value };
  }

  /** Turns the named switches on or off. @throws RangeError for an unknown switch or a value that is no boolean. */
  set(changes: Partial<PermissionSwitches>, by: ChangedBy = 'application'): void {
    for (const [name, value] of Object.entries(changes)) {
      if (!Object.hasOwn(DEFAULTS, name)) {
        throw new RangeError(
          `permission '${name}' is unknown: expected one of ${Object.keys(DEFAULTS).join(', ')}`,
        );
      }
      if (typeof value !== 'boolean') throw new RangeError(`${name}: expected true or false`);
    }
    this.switches.change(by, (switches) => ({ ...switches, ...changes }));
  }

  reset(to: ResetTo): void {
    this.switches.reset(to);
  }
}
