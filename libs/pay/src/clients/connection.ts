import { describeThrown } from '../core/values/describe-thrown.js';
import { SERVICE_RULES } from '../areas/service-rules.js';
import { createAuthorizer, createAccountOf, createTokenAuthorizer } from '../auth/authorizer.js';
import type { PairOf } from '../auth/authorizer.js';
import { CredentialSource } from '../auth/credential-source.js';
import type { CredentialProvider } from '../auth/credential-source.js';
import { KnownSecrets } from '../auth/credentials.js';
import type { Credentials } from '../auth/credentials.js';
import { SharedTokens } from '../auth/shared-tokens.js';
import { perCallTokens } from '../auth/token-source.js';
import type { TokenSource } from '../auth/token-source.js';
import { checkOptions, problemsText } from '../core/options/option-rules.js';
import { systemClock } from '../core/values/clock.js';
import type { FieldError } from '../core/values/plain-data.js';
import { ENVIRONMENT_HOSTS } from '../core/operation/hosts.js';
import { requireOneSide, resolveHosts } from '../core/options/host-options.js';
import type { HostName } from '../core/operation/hosts.js';
import { consoleLogger } from '../core/http/logger.js';
import type { PayLogger } from '../core/http/logger.js';
import { RequestSender } from '../core/http/request-sender.js';
import type { SenderWiring } from '../core/http/request-sender.js';
import { DEFAULT_MAX_RETRIES } from '../core/http/retry-policy.js';
import { ServiceClock } from '../core/http/service-clock.js';
import type { Transport } from '../core/http/transport.js';
import { UndiciTransport } from '../core/http/undici-transport.js';
import { outcomeLookupOf } from '../outcome/outcome-lookup.js';
import { lookUpResponse } from '../outcome/resolve-outcome.js';
import type { ClientOptions } from './client-options.js';
import { CLIENT_RULES } from './client-option-rules.js';

const DEFAULT_TIMEOUT_MS = 30_000;

/** Senders and transport of a client. */
export type Connection = ReturnType<typeof connect>;

/**
 * Creates the senders of a client. Does not throw for invalid options: every call then fails with `initerror`.
 *
 * @param unreadable - What prevented options from being read.
 */
export function connect(options: ConnectionOptions, unreadable: readonly FieldError[]) {
  const transport: Transport = options.transport ?? new UndiciTransport();
  const secrets = new KnownSecrets(options);
  const source = new CredentialSource(options, options.credentials, (read) => {
    secrets.add(read);
  });
  const { hosts, initProblem } = readHosts(options, unreadable);
  const common: Omit<SenderWiring, 'authorizer'> = {
    hosts,
    initProblem,
    transport,
    clock: systemClock,
    serviceClock: new ServiceClock(),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    random: Math.random,
    logger: options.logs === true ? (options.logger ?? consoleLogger) : null,
    redact: (text) => secrets.redact(text),
    accountOf: createAccountOf(source),
    idempotency: options.idempotency && { sender: options.idempotency, lookUp: lookUpResponse },
    service: SERVICE_RULES,
    outcomeLookupOf,
  };
  const createTokenSender = (pairOf: PairOf, logger: PayLogger | null): RequestSender =>
    new RequestSender({ ...common, logger, authorizer: createTokenAuthorizer(source, pairOf) });
  const { timeoutMs, maxRetries } = common;
  const shared =
    options.tokens === 'shared'
      ? new SharedTokens({ clock: systemClock, now: Date.now, timeoutMs, maxRetries })
      : null;
  const createTokenSource = (pairOf: PairOf): TokenSource => {
    // A failed exchange inside a call is logged once, as the failure of that call.
    const sender = createTokenSender(pairOf, null);
    return shared === null ? perCallTokens(sender) : shared.source(sender, source, pairOf);
  };
  const authorizer = createAuthorizer(source, {
    oauth: createTokenSource(checkoutPair),
    cloudTerminal: createTokenSource(cloudTerminalPair),
  });
  return {
    sender: new RequestSender({ ...common, authorizer }),
    /** Exchanges the cloud terminal token for the caller. */
    terminalTokenSender: createTokenSender(cloudTerminalPair, common.logger),
    transport,
  };
}

/** Options of any client. */
export type ConnectionOptions = Partial<ClientOptions> & Credentials & { credentials?: CredentialProvider };

const checkoutPair: PairOf = (credentials) => credentials;
const cloudTerminalPair: PairOf = (credentials) => credentials.cloudTerminal ?? credentials;

function readHosts(
  options: ConnectionOptions,
  unreadable: readonly FieldError[],
): { hosts: Record<HostName, string>; initProblem: string | null } {
  try {
    const hosts = resolveHosts(options);
    requireOneSide(hosts);
    const wrong = checkOptions(CLIENT_RULES, { ...options }, { unknown: 'misspelled' });
    const problems = [...unreadable, ...wrong];
    return { hosts, initProblem: problems.length > 0 ? problemsText(problems) : null };
  } catch (error) {
    return {
      hosts: ENVIRONMENT_HOSTS.demo,
      initProblem: describeThrown(error).message,
    };
  }
}
