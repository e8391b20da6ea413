import { GET_CLOUD_TERMINAL_ACCESS_TOKEN } from '../auth/token.operations.js';
import { TokenRequest } from '../auth/token.types.js';
import type { TokenResponse } from '../auth/token.types.js';
import type { CallOptions } from '../core/options/call-options.js';
import { unreadableOptions } from '../core/options/option-rules.js';
import type { Endpoints } from '../core/operation/hosts.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import { isObject, ownMembers } from '../core/values/plain-data.js';
import type { RequestSender } from '../core/http/request-sender.js';
import { CLIENT_RULES } from './client-option-rules.js';
import type { ClientOptions, WithCredentialProvider } from './client-options.js';
import { connect } from './connection.js';
import type { Connection, ConnectionOptions } from './connection.js';

/** Copies the client's own options. Inherited members are ignored, so a polluted prototype cannot redirect credentials. */
function copyOptions(options: ConnectionOptions = {}): ConnectionOptions {
  const copy = ownMembers(options);
  const { cloudTerminal } = copy;
  if (isObject(cloudTerminal)) copy.cloudTerminal = ownMembers(cloudTerminal);
  return copy;
}

/** Common base of the three clients. Printing or serializing a client does not show its credentials. */
export abstract class PayClient<Options extends ClientOptions> {
  readonly sourceCode: string | null;
  readonly dev: boolean;
  readonly logs: boolean;
  /** Base addresses that replace the environment's, for `getSmartCheckout`. */
  readonly endpoints: Endpoints | undefined;
  /** Webhook subscriptions and their key. */
  abstract readonly webhooks: {
    retrieveWebhookKey(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>>;
  };
  readonly #connection: Connection;

  /** Never throws. With missing or invalid options, every call fails with `initerror` and names them. */
  constructor(options: Options | WithCredentialProvider<Options>) {
    const own = copyOptions(options);
    this.sourceCode = own.sourceCode ?? null;
    this.dev = own.dev === true;
    this.logs = own.logs === true;
    this.endpoints = isObject(own.endpoints) ? { ...own.endpoints } : own.endpoints;
    this.#connection = connect(own, unreadableOptions(CLIENT_RULES, options));
  }

  /** @internal */
  protected get sender(): RequestSender {
    return this.#connection.sender;
  }

  /**
   * Exchanges the credentials for a cloud terminal token. You can use the token until `expires_in` seconds have passed;
   * the client does not cache it. Failures have the code `tokenerror`.
   *
   * @example
   * const token = await pay.getCloudTerminalAccessToken();
   * @see https://developer.viva.com/integration-reference/oauth2-authentication
   */
  getCloudTerminalAccessToken(call?: CallOptions): Promise<MethodReturn<TokenResponse, 'tokenerror'>> {
    return this.#connection.terminalTokenSender.send(
      GET_CLOUD_TERMINAL_ACCESS_TOKEN,
      { options: new TokenRequest() },
      call,
    );
  }

  /**
   * Retrieves the webhook verification key.
   *
   * @deprecated Use `webhooks.retrieveWebhookKey()`, which this method calls.
   * @example
   * const key = await pay.getPayWebhookCode();
   */
  getPayWebhookCode(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.webhooks.retrieveWebhookKey(call);
  }

  /**
   * Closes the connections. Do not use the client after that.
   * @example
   * await pay.close();
   */
  async close(): Promise<void> {
    await this.#connection.transport.close?.();
  }
}
