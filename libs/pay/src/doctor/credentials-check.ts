import { Marketplace } from '../clients/marketplace.js';
import { PayISV } from '../clients/pay-isv.js';
import { PayWallet } from '../clients/pay-wallet.js';
import type { ConnectionOptions } from '../clients/connection.js';
import type { MethodFailure, MethodReturn } from '../core/operation/method-return.js';
import type { Transport } from '../core/http/transport.js';
import type { DoctorFinding, DoctorOptions } from './doctor.types.js';
import { scopeFindings, terminalFinding } from './scopes.js';

/** A client of the library. */
export type ClientName = 'wallet' | 'marketplace' | 'isv';
type Environment = 'live' | 'demo';

type AnyClient = PayWallet | Marketplace | PayISV;

const CLIENTS: Record<ClientName, new (options: never) => AnyClient> = {
  wallet: PayWallet,
  marketplace: Marketplace,
  isv: PayISV,
};

/**
 * Checks a client's credentials in both environments: requests a token and the webhook key. Changes nothing.
 *
 * @returns `webhookKey` is the key that the client's webhooks must return; null if it cannot be read.
 */
export async function checkCredentials(name: ClientName, options: DoctorOptions, transport: Transport) {
  const own: Environment = options[name]?.dev === true ? 'demo' : 'live';
  const other: Environment = own === 'demo' ? 'live' : 'demo';
  const here = await requestBoth(clientFor(name, own, options, transport));
  const there = await requestBoth(clientFor(name, other, options, transport));
  const place = placeOf(own, options, name);
  const finding = (what: 'token' | 'key', pair: string): DoctorFinding => {
    const check = `${name}.${what}`;
    const result: MethodReturn<unknown, string> = here[what];
    if (result.success) return { check, status: 'ok', message: `${pair} of ${name} are accepted ${place}.` };
    const hint = there[what].success
      ? ` They belong to the ${other} environment: set dev to ${String(other === 'demo')}, or use those of the ${own} one.`
      : '';
    const message = `${pair} of ${name} ${verdict(result)} ${place}: ${messageOf(result)}${hint}`;
    return { check, status: 'failed', message };
  };
  const { token, key } = here;
  const forKey =
    name === 'isv' ? 'clientId and clientSecret, to read the webhook key,' : 'merchantId and apikey';
  const findings = [
    finding('token', 'clientId and clientSecret'),
    finding('key', forKey),
    ...(token.success ? scopeFindings(name, token.data.scope) : []),
    ...(name === 'wallet' ? await terminalFindings(own, options, transport) : []),
  ];
  return { findings, webhookKey: key.success ? key.data : null };
}

async function requestBoth(client: AnyClient) {
  return {
    token: await client.getCloudTerminalAccessToken(),
    key: await client.webhooks.retrieveWebhookKey(),
  };
}

// `getCloudTerminalAccessToken` uses the checkout credentials if `cloudTerminal` is absent.
function clientFor(
  name: ClientName,
  environment: Environment,
  { [name]: configured, environments, timeoutMs = 5_000 }: DoctorOptions,
  transport: Transport,
  useTerminal = false,
): AnyClient {
  const options: ConnectionOptions = {
    ...configured,
    cloudTerminal: useTerminal ? configured?.cloudTerminal : undefined,
    dev: environment === 'demo',
    endpoints: environments?.[environment] ?? configured?.endpoints,
    maxRetries: 0,
    logs: false,
    timeoutMs,
    transport,
  };
  return new CLIENTS[name](options as never);
}

async function terminalFindings(
  own: Environment,
  options: DoctorOptions,
  transport: Transport,
): Promise<DoctorFinding[]> {
  if (options.wallet?.cloudTerminal === undefined) return [];
  const token = await clientFor('wallet', own, options, transport, true).getCloudTerminalAccessToken();
  if (token.success) return [terminalFinding('wallet', token.data.scope)];
  const message = `clientId and clientSecret of cloudTerminal ${verdict(token)}: ${messageOf(token)}`;
  return [{ check: 'wallet.terminal', status: 'failed', message }];
}

/** Returns where the credentials were tried: at endpoints such as those of a simulator, or in an environment. */
function placeOf(own: Environment, options: DoctorOptions, name: ClientName): string {
  const isConfigured = options.environments?.[own] === undefined && options[name]?.endpoints !== undefined;
  return isConfigured ? 'at the configured endpoints' : `in the ${own} environment`;
}

/** Returns the message without the name of a method that the user did not call. */
const messageOf = ({ message }: MethodFailure<string>): string =>
  message.replace(/^getCloudTerminalAccessToken\b/, 'the token exchange');

// Credentials count as wrong only if the service rejects them.
function verdict({ error: { httpStatus } }: MethodFailure<string>): string {
  if (httpStatus === null || httpStatus >= 429) return 'could not be tried';
  return httpStatus === 403 ? 'are refused' : 'are not accepted';
}
