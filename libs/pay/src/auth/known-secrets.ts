import { createRedactor } from '../core/values/redaction.js';
import type { Redactor } from '../core/values/redaction.js';
import { secretsOf } from './credentials.js';
import type { Credentials } from './credentials.js';

/** What was rotated out may still be in flight. */
const KEPT = 8;

/** All secrets that a client had lately, for its redactor. */
export class KnownSecrets {
  readonly #all: Credentials[] = [];
  redact: Redactor = (text) => text;

  constructor(credentials: Credentials) {
    this.add(credentials);
  }

  add(credentials: Credentials): void {
    this.#all.unshift(credentials);
    this.#all.splice(KEPT);
    this.redact = createRedactor(this.#all.flatMap(secretsOf));
  }
}
