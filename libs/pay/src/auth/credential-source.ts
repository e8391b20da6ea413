import { describeThrown } from '../core/values/describe-thrown.js';
import type { Deadline } from '../core/http/deadline.js';
import { ownMembers } from '../core/values/plain-data.js';
import type { Credentials } from './credentials.js';
import { SingleFlight } from '../core/values/single-flight.js';

/** Gives credentials anew each time: from a vault, a file, a secret manager. */
export type CredentialProvider<Given = Credentials> = () => Given | Promise<Given>;

/** The provider failed, gave no credentials, or none in time. */
export class CredentialsUnavailable extends Error {
  override readonly name = 'CredentialsUnavailable';
}

/** Where a client's credentials come from: they are read when they are first needed, and again when they were refused. */
export class CredentialSource {
  readonly #given: Credentials;
  readonly #provider: CredentialProvider | undefined;
  readonly #onRead: (credentials: Credentials) => void;
  #known: Credentials | null;
  readonly #reading = new SingleFlight<Credentials>();

  /** @param onRead told of all that were read, before they are used. */
  constructor(
    given: Credentials,
    provider: CredentialProvider | undefined,
    onRead: (credentials: Credentials) => void,
  ) {
    this.#given = given;
    this.#provider = provider;
    this.#onRead = onRead;
    this.#known = provider === undefined ? given : null;
  }

  /** @throws CredentialsUnavailable */
  async current(deadline: Deadline): Promise<Credentials> {
    return this.#known ?? this.newer(deadline);
  }

  /** What the provider says now; the same as before where there is none. @throws CredentialsUnavailable */
  async newer(deadline: Deadline): Promise<Credentials> {
    const provider = this.#provider;
    if (provider === undefined) return this.#given;
    const reading = this.#reading.run(() => this.#read(provider));
    const read = await deadline.orEnd(reading);
    if (read !== null) return read;
    // A provider that never answers must not block all later calls.
    if (deadline.cause === 'timeout') this.#reading.forget(reading);
    throw new CredentialsUnavailable('the option credentials gave none in time');
  }

  async #read(provider: CredentialProvider): Promise<Credentials> {
    let read: unknown;
    try {
      read = await provider();
    } catch (error) {
      // What it says may hold what it was about to give.
      const name = describeThrown(error).name ?? typeof error;
      throw new CredentialsUnavailable(`the credentials could not be read (${name})`);
    }
    if (typeof read !== 'object' || read === null)
      throw new CredentialsUnavailable('the option credentials gave none');
    this.#known = ownMembers({ ...this.#given, ...read });
    this.#onRead(this.#known);
    return this.#known;
  }
}
