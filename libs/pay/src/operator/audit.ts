import { randomUUID } from 'node:crypto';
import { describeThrown } from '../core/values/describe-thrown.js';
import type { PayOperatorAuditEntry, PayOperatorPermissions, PayOperatorPlace } from './operator.options.js';
import { problem } from './problem.js';

/** A person with permissions, as the application described them for this request. */
export type Person = PayOperatorPermissions & { readonly name: string };

type Intent = Pick<PayOperatorAuditEntry, 'who' | 'what' | 'why' | 'key'> &
  Partial<Pick<PayOperatorAuditEntry, 'orderCode' | 'transactionId' | 'amount' | 'fee' | 'currencyCode'>>;
type Result = Pick<PayOperatorAuditEntry, 'phase' | 'outcome' | 'message'>;

/** What no result is known of yet, and what an action without money does not have. */
const BEFORE: Result = { phase: 'intent', outcome: null, message: null };
const NOTHING = { orderCode: null, transactionId: null, amount: null, fee: null, currencyCode: null };

/** Writes what people do into the application's audit. */
export class OperatorAudit {
  constructor(
    private readonly write: ((entry: PayOperatorAuditEntry) => unknown) | undefined,
    private readonly logError: (message: string) => void,
  ) {}

  /** Writes what a person intends. @throws OperatorProblem if that failed, so that nothing is done. */
  async intent(place: PayOperatorPlace, intent: Intent): Promise<void> {
    if (this.write === undefined) throw problem('no-audit');
    if (!(await this.#write(place, intent, BEFORE))) throw problem('audit-failed');
  }

  /** Writes what became of it. A failure is logged, because the action cannot be undone. */
  async result(place: PayOperatorPlace, intent: Intent, result: Omit<Result, 'phase'>): Promise<void> {
    await this.#write(place, intent, { ...result, phase: 'result' });
  }

  /** Runs something between its two entries. @param run - Returns false if it had no effect. */
  async around<Value>(
    place: PayOperatorPlace,
    intent: Omit<Intent, 'key' | 'why'>,
    run: () => Promise<Value>,
  ): Promise<Value> {
    const all = { ...intent, key: randomUUID(), why: null };
    await this.intent(place, all);
    try {
      const value = await run();
      await this.result(place, all, { outcome: value === false ? 'not-done' : 'done', message: null });
      return value;
    } catch (error) {
      await this.result(place, all, { outcome: 'unknown', message: describeThrown(error).name });
      throw error;
    }
  }

  async #write({ account, merchantId }: PayOperatorPlace, intent: Intent, result: Result): Promise<boolean> {
    try {
      await this.write?.({ account, merchantId, ...NOTHING, ...intent, ...result });
      return true;
    } catch (error) {
      // An error of the application may contain personal data.
      const { name, code } = describeThrown(error);
      const about = result.outcome ?? 'nothing was sent';
      this.logError(
        `audit() failed for the ${result.phase} ${intent.key} (${about}): ${name ?? 'Error'} ${code ?? ''}`,
      );
      return false;
    }
  }
}
