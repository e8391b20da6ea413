import { describeThrown } from '../core/values/describe-thrown.js';
import type { Deadline } from '../core/http/deadline.js';
import { ownMembers, withoutUndefined } from '../core/values/plain-data.js';
import type { Credentials } from './credentials.js';
import { SingleFlight } from '../core/values/single-flight.js';

/** Returns the current credentials, for example from a vault, a file or a secret manager. */
export type CredentialProvider<Provided = Credentials> = () => Provided | Promise<Provided>;

/** Thrown when the provider fails, returns no credentials, or does not respond in time. */
export class CredentialsUnavailable extends Error {
  override readonly name = 'CredentialsUnavailable';
}

/** Credentials of a client. They are read when a call first needs them, and again when they are refused or incomplete. */
export class CredentialSource {
  readonly #options: Credentials;
  readonly #provider: CredentialProvider | undefined;
  readonly #onRead: (credentials: Credentials) => void;
  #current: Credentials | null;
  readonly #reading = new SingleFlight<Credentials>();

  /**
   * @param options Credentials in the client's options.
   * @param onRead Receives credentials that were read, before they are used.
   */
  constructor(
    options: Credentials,
    provider: CredentialProvider | undefined,
    onRead: (credentials: Credentials) => void,
  ) {
    this.#options = options;
    this.#provider = provider;
    this.#onRead = onRead;
    this.#current = provider === undefined ? options : null;
  }

  /** The credentials, or null if they were not read yet. */
  get known(): Credentials | null {
    return this.#current;
  }

  /** @throws CredentialsUnavailable */
  async current(deadline: Deadline): Promise<Credentials> {
    return this.#current ?? this.newer(deadline);
  }

  /**
   * Reads the credentials from the provider. Without a provider, returns those of the options.
   *
   * @throws CredentialsUnavailable
   */
  async newer(deadline: Deadline): Promise<Credentials> {
    const provider = this.#provider;
    if (provider === undefined) return this.#options;
    const reading = this.#reading.run(() => this.#read(provider));
    const read = await deadline.orEnd(reading);
    if (read !== null) return read;
    // A provider that never responds must not block all later calls.
    if (deadline.cause === 'timeout') this.#reading.forget(reading);
    throw new CredentialsUnavailable('the function `credentials` did not respond in time');
  }

  /** Lets the next call read the credentials again. */
  forget(): void {
    if (this.#provider !== undefined) this.#current = null;
  }

  async #read(provider: CredentialProvider): Promise<Credentials> {
    let read: unknown;
    try {
      read = await provider();
    } catch (error) {
      // The error's message may contain credentials.
      const name = describeThrown(error).name ?? typeof error;
      throw new CredentialsUnavailable(`the function \`credentials\` failed (${name})`);
    }
    if (typeof read !== 'object' || read === null)
      throw new CredentialsUnavailable('the function `credentials` returned no credentials');
    this.#current = ownMembers({ ...this.#options, ...withoutUndefined(read as Credentials) });
    this.#onRead(this.#current);
    return this.#current;
  }
}
