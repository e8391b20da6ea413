import { randomUUID } from 'node:crypto';
import { describeThrown } from '../core/values/describe-thrown.js';
import type { PayOperatorAuditEntry, PayOperatorPermissions, PayOperatorPlace } from './operator.options.js';
import { OperatorProblem } from './problem.js';

/** A person with permissions, as the application described them for this request. */
export type Person = PayOperatorPermissions & { readonly name: string };

type Intent = Pick<PayOperatorAuditEntry, 'who' | 'what' | 'why' | 'key'> &
  Partial<Pick<PayOperatorAuditEntry, 'orderCode' | 'transactionId' | 'amount' | 'fee' | 'currencyCode'>>;
type Result = Pick<PayOperatorAuditEntry, 'outcome' | 'message'>;

/** Writes what people do into the application's audit. */
export class OperatorAudit {
  constructor(
    private readonly write: ((entry: PayOperatorAuditEntry) => unknown) | undefined,
    private readonly logError: (message: string) => void,
  ) {}

  /** Writes what a person intends. @throws OperatorProblem if that failed, so that nothing is done. */
  async intent(place: PayOperatorPlace, intent: Intent): Promise<void> {
    if (this.write === undefined)
      throw new OperatorProblem(403, 'Nothing can be done here, because this application has no audit.');
    const entry = { ...entryOf(place, intent), phase: 'intent', outcome: null, message: null } as const;
    if (!(await this.#write(entry, 'nothing was sent')))
      throw new OperatorProblem(503, 'The audit could not be written, so nothing was sent. Try again later.');
  }

  /** Writes what became of it. A failure is logged, because the action cannot be undone. */
  async result(place: PayOperatorPlace, intent: Intent, result: Result): Promise<void> {
    await this.#write({ ...entryOf(place, intent), ...result, phase: 'result' }, String(result.outcome));
  }

  async #write(entry: PayOperatorAuditEntry, about: string): Promise<boolean> {
    try {
      await this.write?.(entry);
      return true;
    } catch (error) {
      // An error of the application may contain personal data.
      const { name, code } = describeThrown(error);
      this.logError(
        `audit() failed for the ${entry.phase} ${entry.key} (${about}): ${name ?? 'Error'} ${code ?? ''}`,
      );
      return false;
    }
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
}

function entryOf({ account, merchantId }: PayOperatorPlace, intent: Intent) {
  const nothing = { orderCode: null, transactionId: null, amount: null, fee: null, currencyCode: null };
  return { account, merchantId, ...nothing, ...intent };
}
