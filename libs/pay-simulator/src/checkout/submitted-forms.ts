import type { Ids } from '../domain/ids.js';

const KEPT = 5_000;

/** Remembers where each sent form led, so that a second click, a reload or the back button acts once only. */
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

  /** Notes where a form led; of more than 5 000 the oldest are forgotten. */
  note(formId: string, location: string): void {
    if (formId === '') return;
    this.led.set(formId, location);
    const [oldest] = this.led.keys();
    if (this.led.size > KEPT && oldest !== undefined) this.led.delete(oldest);
  }
}
