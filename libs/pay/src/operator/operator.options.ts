import type { CanActivate, FactoryProvider, ModuleMetadata, Type } from '@nestjs/common';
import type { PayDataServices } from '../areas/data-services/data-services.js';
import { BOOLEAN, FUNCTION, requireOptions, rule, wholeNumber } from '../core/options/option-rules.js';
import type { OptionRule, OptionRules } from '../core/options/option-rules.js';
import { isObject } from '../core/values/plain-data.js';
import type { PayInboxStore } from '../inbox/inbox-store.js';
import { STORE_RULE } from '../jobs/job-options.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import type { SqlTarget } from '../stores/sql/sql-store.js';

/** Where a person is: the account, and the merchant of an ISV. */
export interface PayOperatorPlace {
  /** Name of the PayModule; null for the default account. */
  readonly account: string | null;
  /** Merchant ID of the connected merchant, if the account is an ISV's. Null otherwise. */
  readonly merchantId: string | null;
}

/** What a person may do. A missing permission is denied. */
export interface PayOperatorPermissions {
  /** Name of the person for the audit and the pages, such as a user name. Required for everything but `look`. */
  name?: string;
  /** Find and see payments and payouts. @default false */
  look?: boolean;
  /**
   * Refund, void, capture, release and cancel. With an object, at most this much of one payment by this person: `maxAmount` is in minor
   * units, and with `currencyCode` (ISO 4217), only payments in this currency. @default false
   */
  refund?: boolean | { maxAmount: number; currencyCode?: string };
  /** Replay and discard dead letters, and reconcile orders. @default false */
  replay?: boolean;
}

/** An entry for the audit. Each action has two with the same `key`: what a person intends, and what became of it. */
export interface PayOperatorAuditEntry extends PayOperatorPlace {
  /** The intent is written before anything is sent. If `audit` throws then, nothing is sent. */
  readonly phase: 'intent' | 'result';
  /** `name` of the person's permissions. */
  readonly who: string;
  readonly what:
    | ('refund' | 'void' | 'capture' | 'release' | 'cancel' | 'resolve')
    | ('reveal' | 'replay' | 'discard' | 'reconcile');
  /** The reason that the person entered. Null for `reveal`, `replay`, `discard` and `reconcile`. */
  readonly why: string | null;
  /** Unique for each action. It is the idempotency key of the call and the reference of the new transaction. */
  readonly key: string;
  readonly orderCode: string | null;
  readonly transactionId: string | null;
  /** Minor units. Null if no money moves. */
  readonly amount: number | null;
  /** Your fee as an ISV, which is part of the amount of a capture, in minor units. Null for everything else. */
  readonly fee: number | null;
  /** ISO 4217 numeric code. */
  readonly currencyCode: string | null;
  /** Of the result: whether it was done, had no effect, or is not known yet. Null for an intent. */
  readonly outcome: 'done' | 'not-done' | 'unknown' | null;
  /** Why it was not done, without personal data; null otherwise. */
  readonly message: string | null;
}

/** Replaceable parts of the pages. */
export interface PayOperatorPages {
  /** Name in the header. @default 'Payments' */
  title?: string;
  /** CSS after the own stylesheet, for example `:root { --pay-accent: #7a1f5c }`. */
  stylesheet?: string;
  /** Other pages of your application in the header. @default none */
  links?: readonly { text: string; href: string }[];
  /** Returns another text for an English one. Names in braces, such as `{amount}`, are replaced afterwards. */
  text?: (english: string) => string;
}

/** What the pages may read, and from where. */
export interface PayOperatorReads {
  /** Requests to the service for each minute and process. When they are used up, the pages show what they have. @default 300 */
  perMinute?: number;
  /** Data services of an account, if its own client has no credentials for them. @default the account's own client */
  dataServices?: (account: string | null) => PayDataServices | null;
  /** Returns the order codes of a customer. Without it, the search for an email address is not offered. */
  ordersOfEmail?: (email: string, place: PayOperatorPlace) => readonly string[] | Promise<readonly string[]>;
}

/** Options of `PayOperatorModule` that its factory may return. */
export interface PayOperatorSettings {
  /** Database of the actions: `postgresStore(…)`, `pgliteStore(…)`, `typeormStore(…)`, `prismaStore(…)` or `sqlStore(…)`. */
  store: PayInboxStore;
  /**
   * Decides for each request what a person may do. `place` is null on the list of accounts. If it throws, the person gets 403.
   *
   * @default each person that the guards let in may look
   */
  authorize?: (
    request: never,
    place: PayOperatorPlace | null,
  ) => PayOperatorPermissions | Promise<PayOperatorPermissions>;
  /** Stores what people do. Required with `authorize`. @default none */
  audit?: (entry: PayOperatorAuditEntry) => unknown;
  /** Creates or updates the tables at boot. With false, they must exist: see `npx nestjs-pay migrations`. @default true */
  migrate?: boolean;
  /** What the pages may read, and from where. */
  reads?: PayOperatorReads;
  /** Title, texts and styles. */
  pages?: PayOperatorPages;
}

/** Options that define the routes. */
interface PayOperatorRoutes extends Pick<ModuleMetadata, 'imports'> {
  /** Path of the pages, without the application's global prefix. */
  path: string;
  /** Guards of every route: classes, whose dependencies are in `imports`, or instances. Global guards do not count. */
  guards: readonly (Type<CanActivate> | CanActivate)[];
}

/** Options of `PayOperatorModule.forRoot`. */
export interface PayOperatorOptions extends PayOperatorRoutes, PayOperatorSettings {}

/** Options of `PayOperatorModule.forRootAsync`. */
export interface PayOperatorAsyncOptions extends PayOperatorRoutes {
  /** Tokens of the factory's parameters. */
  inject?: FactoryProvider['inject'];
  /** Returns the other options. */
  useFactory: (...dependencies: never[]) => PayOperatorSettings | Promise<PayOperatorSettings>;
}

/** No scheme that runs code. */
const HREF = /^(\/|https?:\/\/)/;
const PATH = /^\/?[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*\/?$/;

/** Checks what defines the routes. @throws PayWiringError, so that no route exists without a guard. */
export function readRoutes({ path, guards }: PayOperatorRoutes): {
  path: string;
  guards: (Type<CanActivate> | CanActivate)[];
} {
  if (typeof path !== 'string' || !PATH.test(path))
    throw new PayWiringError(
      "PayOperatorModule: path must be the path of the pages, for example 'back-office/payments'.",
    );
  const list: readonly unknown[] = Array.isArray(guards) ? guards : [];
  if (list.length === 0)
    throw new PayWiringError(
      'PayOperatorModule: guards must name at least one guard, for example [AuthGuard]. The pages show payments and refund them, and ' +
        'global guards do not count, because they may exempt the path.',
    );
  const wrong = list.findIndex((guard) => !isGuard(guard));
  if (wrong !== -1)
    throw new PayWiringError(
      `PayOperatorModule: guards[${wrong}] must be a class or object with the method canActivate. If it is undefined, two files import ` +
        'each other.',
    );
  return { path: path.replace(/^\/|\/$/g, ''), guards: [...guards] };
}

const isGuard = (guard: unknown): boolean => {
  const target: unknown = typeof guard === 'function' ? guard.prototype : guard;
  return typeof (target as Partial<CanActivate> | null | undefined)?.canActivate === 'function';
};

const TEXT = rule((value) => typeof value === 'string', 'a string');
const LINKS = rule(
  (value) =>
    Array.isArray(value) &&
    value.every((one) => isObject(one) && typeof one['text'] === 'string' && HREF.test(String(one['href']))),
  "an array of { text, href } with a path or an https address, as in [{ text: 'Orders', href: '/orders' }]",
);
const RULES = {
  store: STORE_RULE,
  authorize: FUNCTION,
  audit: FUNCTION,
  migrate: BOOLEAN,
  reads: {
    fields: { perMinute: wholeNumber(1, 100_000, '', 300), dataServices: FUNCTION, ordersOfEmail: FUNCTION },
  },
  pages: { fields: { title: TEXT, stylesheet: TEXT, links: LINKS, text: FUNCTION } },
} satisfies Record<keyof PayOperatorSettings, OptionRule>;

/** Options with defaults. */
export type ReadSettings = Omit<PayOperatorSettings, 'store'> & { sql: SqlTarget<unknown>; migrate: boolean };

/** Checks the other options. @throws RangeError that names each wrong option; PayWiringError if actions are possible without an audit. */
export function readSettings(options: PayOperatorSettings): ReadSettings {
  requireOptions(RULES, options, 'PayOperatorModule.');
  const { store, migrate = true, ...settings } = options;
  if (settings.authorize !== undefined && settings.audit === undefined)
    throw new PayWiringError(
      'PayOperatorModule: authorize can permit refunds, so audit must store who made them: add audit: (entry) => …, or remove authorize.',
    );
  return { ...settings, migrate, sql: store.sql as SqlTarget<unknown> };
}

const PERMISSIONS: OptionRules = {
  name: TEXT,
  look: BOOLEAN,
  refund: {
    problem: (value) =>
      typeof value === 'boolean' || (isObject(value) && isLimit(value))
        ? null
        : 'must be true, false or { maxAmount, currencyCode? }',
  },
  replay: BOOLEAN,
};

const isLimit = ({ maxAmount, currencyCode }: Record<string, unknown>): boolean =>
  Number.isSafeInteger(maxAmount) && (currencyCode === undefined || typeof currencyCode === 'string');

/** Checks what the application returned. @throws RangeError that names each wrong member. */
export function readPermissions(permissions: unknown): PayOperatorPermissions {
  requireOptions(PERMISSIONS, permissions, 'authorize().');
  return isObject(permissions) ? permissions : {};
}
