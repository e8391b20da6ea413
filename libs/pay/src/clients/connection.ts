import { explainPayEventId } from '../areas/transactions/event-descriptions.js';
import { createAuthorizer, createTokenAuthorizer } from '../auth/authorizer.js';
import { secretsOf } from '../auth/credentials.js';
import type { ClientCredentials, Credentials } from '../auth/credentials.js';
import { PerCallTokenSource } from '../auth/token-source.js';
import { LIMITS, TIMEOUT_LIMIT } from '../core/call-options.js';
import { systemClock } from '../core/clock.js';
import { ENVIRONMENT_HOSTS, requireOneSide, resolveHosts } from '../core/hosts.js';
import type { HostName } from '../core/hosts.js';
import { consoleLogger } from '../core/logger.js';
import { createRedactor } from '../core/redaction.js';
import { RequestSender } from '../core/request-sender.js';
import type { SenderWiring } from '../core/request-sender.js';
import { RETRY_RULES } from '../core/retry-policy.js';
import type { Transport } from '../core/transport.js';
import { UndiciTransport } from '../core/undici-transport.js';
import type { ClientOptions } from './client-options.js';

const DEFAULT_LIMITS = { timeoutMs: 30_000, attemptTimeoutMs: 10_000, maxRetries: RETRY_RULES.maxRetries };

/** A client's wiring: who sends its calls, and who exchanges its cloud terminal token. */
export interface Connection {
  sender: RequestSender;
  terminalTokenSender: RequestSender;
  transport: Transport;
}

/** Wires a client. Wrong options do not throw: every call then answers `initerror` and says which. */
export function connect(options: ClientOptions & Credentials): Connection {
  const transport = options.transport ?? new UndiciTransport(options);
  const common: Omit<SenderWiring, 'authorizer'> = {
    ...readHosts(options),
    transport,
    clock: systemClock,
    timeoutMs: options.timeoutMs ?? DEFAULT_LIMITS.timeoutMs,
    attemptTimeoutMs: options.attemptTimeoutMs ?? DEFAULT_LIMITS.attemptTimeoutMs,
    retry: { ...RETRY_RULES, maxRetries: options.maxRetries ?? DEFAULT_LIMITS.maxRetries },
    random: Math.random,
    logger: options.logs === true ? (options.logger ?? consoleLogger) : null,
    redact: createRedactor(secretsOf(options)),
    describeEvent: explainPayEventId,
  };
  const tokenSender = (credentials: Partial<ClientCredentials>, logger = common.logger): RequestSender =>
    new RequestSender({ ...common, logger, authorizer: createTokenAuthorizer(credentials) });
  const terminalCredentials = options.cloudTerminal ?? options;
  // A failed exchange inside a call is that call's failure: it is logged once, there.
  const authorizer = createAuthorizer(options, {
    oauth: new PerCallTokenSource(tokenSender(options, null)),
    cloudTerminal: new PerCallTokenSource(tokenSender(terminalCredentials, null)),
  });
  return {
    sender: new RequestSender({ ...common, authorizer }),
    terminalTokenSender: tokenSender(terminalCredentials),
    transport,
  };
}

function readHosts(options: ClientOptions): { hosts: Record<HostName, string>; initProblem: string | null } {
  try {
    const hosts = resolveHosts(options);
    requireOneSide(hosts);
    return { hosts, initProblem: limitsProblem(options) };
  } catch (error) {
    return {
      hosts: ENVIRONMENT_HOSTS.demo,
      initProblem: error instanceof Error ? error.message : 'endpoints are wrong',
    };
  }
}

function limitsProblem(options: object): string | null {
  const given = new Map(Object.entries(options));
  for (const [name, { is, problem }] of Object.entries({ ...LIMITS, connectTimeoutMs: TIMEOUT_LIMIT })) {
    if (given.get(name) !== undefined && !is(given.get(name))) return `${name} ${problem}`;
  }
  return null;
}
