import type { Ids } from './ids.js';
import { Table } from './table.js';

const MAX_FORMS = 5_000;

/** Stores the result of each submitted form, so that repeated submits take effect once. */
export class SubmittedForms {
  private readonly locations = new Table<string>('submittedForms');

  constructor(private readonly ids: Ids) {}

  /** Returns an ID for a new form. */
  newId(): string {
    return this.ids.uuid();
  }

  /** Returns the URL of the result if the form was submitted before. */
  find(formId: string): string | undefined {
    return this.locations.get(formId);
  }

  /** Stores the URL of a form's result. Only the last 5,000 results are kept. */
  store(formId: string, location: string): void {
    if (formId === '') return;
    this.locations.set(formId, location);
    const [oldest] = this.locations.keys();
    if (this.locations.size > MAX_FORMS && oldest !== undefined) this.locations.delete(oldest);
  }
}
