import type { RequestSender } from './request-sender.js';

/** Base class of the areas of the API. */
export abstract class Area {
  // A private field, so that printing a client does not print its wiring.
  readonly #sender: RequestSender;

  /** @internal */
  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  /** @internal */
  protected get sender(): RequestSender {
    return this.#sender;
  }
}
