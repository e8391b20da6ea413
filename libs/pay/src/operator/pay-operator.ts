import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { describeThrown } from '../core/values/describe-thrown.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { PayAccounts } from '../nest/accounts/pay-accounts.js';
import { applicationRecords } from '../stores/sql/application-records.js';
import { PayReconciler } from '../nest/reconciler/pay-reconciler.js';
import { ActionStore } from './action-store.js';
import { OperatorActions } from './actions.js';
import { AttentionFinder } from './attention.js';
import { OperatorAudit } from './audit.js';
import type { Person } from './audit.js';
import { FormTokens } from './form-token.js';
import type { Translate } from './html.js';
import { readPermissions, readSettings } from './operator.options.js';
import type { PayOperatorPlace, PayOperatorSettings, ReadSettings } from './operator.options.js';
import { OperatorPayouts } from './payouts.js';
import { OperatorPlaces } from './places.js';
import { problem } from './problem.js';
import { ServiceReads } from './reads.js';

/** Token of the options. A string, because Nest shows it in errors. */
export const PAY_OPERATOR_SETTINGS = 'PAY_OPERATOR_SETTINGS';

/** How often open actions are looked up, in milliseconds. */
const LOOK_UP_MS = 60_000;

/** Tells how many things wait for a person, for a badge in the application's own navigation. */
@Injectable()
export class PayOperator implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('PayOperator');
  /** @internal */
  readonly settings: ReadSettings;
  /** @internal */
  readonly translate: Translate;
  /** @internal */
  readonly store: ActionStore;
  /** @internal */
  readonly records: ReturnType<typeof applicationRecords>;
  /** @internal */
  readonly reads: ServiceReads;
  /** @internal */
  readonly places: OperatorPlaces;
  /** @internal */
  readonly audit: OperatorAudit;
  /** @internal */
  readonly actions: OperatorActions;
  /** @internal */
  readonly payouts: OperatorPayouts;
  /** @internal */
  readonly attentionFinder: AttentionFinder;
  #tokens: FormTokens | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lookingUp: Promise<void> | null = null;

  /** @throws RangeError that names each wrong option. */
  constructor(
    @Inject(PAY_OPERATOR_SETTINGS) settings: PayOperatorSettings,
    accounts: PayAccounts,
    /** @internal */
    readonly reconciler: PayReconciler,
    modules: ModulesContainer,
  ) {
    this.settings = readSettings(settings);
    const { sql, reads: { dataServices, perMinute } = {}, audit, pages } = this.settings;
    // The application's time in milliseconds.
    const now = (): number => (sql.now() ?? new Date()).getTime();
    this.translate = pages?.text ?? ((english) => english);
    this.store = new ActionStore(sql);
    this.records = applicationRecords(sql.database, sql.schema);
    this.reads = new ServiceReads(perMinute);
    this.places = new OperatorPlaces(accounts, dataServices, this.reads, now);
    const logError = (message: string): void => this.#logger.error(message);
    this.audit = new OperatorAudit(audit, logError);
    this.actions = new OperatorActions(this, now);
    this.payouts = new OperatorPayouts(this.reads);
    this.attentionFinder = new AttentionFinder(modules, this, logError);
  }

  /** Creates or checks the tables. */
  async onModuleInit(): Promise<void> {
    this.#tokens = new FormTokens(await this.store.open(this.settings.migrate), () => Date.now());
  }

  /** Begins to look up actions whose outcome is unknown. @throws PayWiringError if there is no account. */
  onApplicationBootstrap(): void {
    if (this.places.list().length === 0)
      throw new PayWiringError('PayOperatorModule finds no account: import PayModule beside it.');
    this.#timer = setInterval(() => void this.#lookUp(), LOOK_UP_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lookingUp;
  }

  /**
   * Counts what waits for a person: dead letters, unknown outcomes, disputes, sales that need a person, payments that could not be
   * reported to a fiscal provider, and splits and payouts that do not add up. What cannot be read is logged, and does not count.
   *
   * @param account - Name of the PayModule. @default the default account, or the only one
   * @example const badge = await this.operator.attention();
   */
  async attention(account?: string): Promise<number> {
    const all = this.places.list();
    const found =
      all.find((one) => one.account.name === (account ?? null)) ??
      (account === undefined ? all[0] : undefined);
    const place = found && this.places.find(found.address);
    return place ? (await this.attentionFinder.find(place)).count : 0;
  }

  /** @internal */
  get tokens(): FormTokens {
    if (this.#tokens === null) throw problem('starting');
    return this.#tokens;
  }

  /** @internal Asks the application what a person may do. @throws OperatorProblem 403 if it denies or fails. */
  async personOf(request: unknown, place: PayOperatorPlace | null): Promise<Person> {
    const { authorize } = this.settings;
    if (authorize === undefined) return { name: '', look: true };
    try {
      const where = place && { account: place.account, merchantId: place.merchantId };
      const { name = '', ...permissions } = readPermissions(await authorize(request as never, where));
      return { name, ...permissions };
    } catch (error) {
      // An error of the application may contain personal data.
      const { name, code } = describeThrown(error);
      const detail = error instanceof RangeError ? error.message : '';
      this.#logger.error(
        `authorize() failed, so the request was denied: ${name ?? 'Error'} ${code ?? ''} ${detail}`,
      );
      throw problem('not-permitted');
    }
  }

  #lookUp(): Promise<void> {
    this.#lookingUp ??= this.actions
      .lookUpAll()
      .catch((error: unknown) =>
        this.#logger.warn(`open actions could not be looked up: ${describeThrown(error).message}`),
      )
      .finally(() => (this.#lookingUp = null));
    return this.#lookingUp;
  }
}
