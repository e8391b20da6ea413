import type { RequestSender } from './request-sender.js';

/** One area of the service: its methods, each one statement. */
export abstract class Area {
  // A private field, so that printing a client never walks into its wiring.
  readonly #sender: RequestSender;

  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  protected get sender(): RequestSender {
    return this.#sender;
  }
}
