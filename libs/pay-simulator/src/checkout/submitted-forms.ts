import type { Ids } from '../domain/ids.js';

const KEPT = 5_000;

/** Stores the result of each submitted form, so that repeated submits take effect once. */
export class SubmittedForms {
  private readonly led = new Map<string, string>();

  constructor(private readonly ids: Ids) {}

  /** An id for a form that is shown now. */
  newId(): string {
    return this.ids.uuid();
  }

  /** Where the form led when it was sent before. */
  find(formId: string): string | undefined {
    return this.led.get(formId);
  }

  /** Stores the result of a form. It keeps the last 5,000 forms. */
  note(formId: string, location: string): void {
    if (formId === '') return;
    this.led.set(formId, location);
    const [oldest] = this.led.keys();
    if (this.led.size > KEPT && oldest !== undefined) this.led.delete(oldest);
  }
}
