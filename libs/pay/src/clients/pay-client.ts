import { GET_CLOUD_TERMINAL_ACCESS_TOKEN } from '../auth/token.operations.js';
import { TokenRequest } from '../auth/token.types.js';
import type { TokenResponse } from '../auth/token.types.js';
import type { CallOptions } from '../core/call-options.js';
import type { Endpoints } from '../core/hosts.js';
import type { MethodReturn } from '../core/method-return.js';
import { isObject, ownMembers } from '../core/plain-data.js';
import type { RequestSender } from '../core/request-sender.js';
import { connect } from './connection.js';
import type { Connection, ConnectionOptions } from './connection.js';

/** Copies the options: nothing that an object inherits is an option, or an address that credentials are sent to. */
function ownOptions(given: ConnectionOptions): ConnectionOptions {
  const options = ownMembers(given);
  const { cloudTerminal } = options;
  if (isObject(cloudTerminal)) options.cloudTerminal = ownMembers(cloudTerminal);
  return options;
}

/** What the three clients have in common. Holds its credentials where neither printing nor serialising it shows them. */
export abstract class PayClient {
  readonly sourceCode: string | null;
  readonly dev: boolean;
  readonly logs: boolean;
  /** Base addresses that replace the environment's, for `getSmartCheckout`. */
  readonly endpoints: Endpoints | undefined;
  readonly #connection: Connection;

  /** Never throws: what is missing or wrong in the options, every call says. */
  constructor(given: ConnectionOptions | undefined) {
    const options = ownOptions(given ?? {});
    this.sourceCode = options.sourceCode ?? null;
    this.dev = options.dev === true;
    this.logs = options.logs === true;
    this.endpoints = isObject(options.endpoints) ? { ...options.endpoints } : options.endpoints;
    this.#connection = connect(options);
  }

  protected get sender(): RequestSender {
    return this.#connection.sender;
  }

  /**
   * Exchanges the credentials for a cloud terminal token and gives the whole answer, to be reused until `expires_in`
   * seconds have gone. Nothing is cached. Failures have the code `tokenerror`.
   *
   * @see https://developer.viva.com/integration-reference/oauth2-authentication
   */
  getCloudTerminalAccessToken(call?: CallOptions): Promise<MethodReturn<TokenResponse, 'tokenerror'>> {
    return this.#connection.terminalTokenSender.send(
      GET_CLOUD_TERMINAL_ACCESS_TOKEN,
      { options: new TokenRequest() },
      call,
    );
  }

  /** Lets go of idle connections. The client is not used after that. */
  async close(): Promise<void> {
    await this.#connection.transport.close?.();
  }
}
