import { Injectable } from '@nestjs/common';
import { HealthIndicatorService } from '@nestjs/terminus';
import type { HealthIndicatorResult } from '@nestjs/terminus';
import { isInstance } from '../core/values/describe-thrown.js';
import { systemClock } from '../core/values/clock.js';
import { PayAccounts } from '../nest/accounts/pay-accounts.js';
import type { PayAccount } from '../nest/accounts/pay-accounts.js';
import type { PayClientName } from '../nest/pay.client-table.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { PayInboxService } from '../nest/webhooks/pay-inbox.service.js';
import { PayWebhookStats } from '../nest/webhooks/pay-webhook.stats.js';
import type {
  PayInboxHealthOptions,
  PayServiceHealthOptions,
  PayWebhookHealthOptions,
} from './health.types.js';
import { probeService } from './service-probe.js';
import type { ServiceHealth } from './service-probe.js';

const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_CACHE_MS = 30_000;
const DEFAULT_MAX_AGE_MS = 900_000;

interface CachedResult {
  at: number;
  result: Promise<ServiceHealth>;
}

/**
 * Reports the health of the payment service, the durable inbox and the webhooks to `@nestjs/terminus`. Import
 * `PayHealthModule`. Use it for readiness and monitoring, not for liveness: a restart of this process does not help.
 *
 * @example health.check([() => pay.service(), () => pay.inbox('payments inbox', { maxAgeMs: 60_000 })])
 */
@Injectable()
export class PayHealthIndicator {
  readonly #results = new Map<string, CachedResult>();
  readonly #startedAt = systemClock.now();

  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly accounts: PayAccounts,
    private readonly inboxes: PayInboxService,
    private readonly stats: PayWebhookStats,
  ) {}

  /**
   * Reports down if the credentials get no token or the service does not respond to a read. It sends at most one request of each
   * kind in `cacheMs`.
   *
   * @throws PayWiringError if the account or client does not exist or is ambiguous.
   */
  async service<Key extends string = 'pay'>(
    key = 'pay' as Key,
    options: PayServiceHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    const account = this.accounts.getOrThrow(options.account, 'PayHealthIndicator');
    const client = clientOf(account, options.client);
    const { isUp, ...result } = await this.#probe(account, client, options);
    const indicator = this.indicators.check(key);
    return isUp ? indicator.up({ client }) : indicator.down({ client, ...result });
  }

  /**
   * Reports down if a limit of the durable inbox is exceeded or its store cannot be read.
   *
   * @throws PayWiringError if the account has no durable inbox.
   */
  async inbox<Key extends string = 'pay-inbox'>(
    key = 'pay-inbox' as Key,
    { account, maxAgeMs = DEFAULT_MAX_AGE_MS, maxBacklog, maxDead }: PayInboxHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    const indicator = this.indicators.check(key);
    try {
      const { backlog, oldestAgeMs, dead, unconfirmed } = await this.inboxes.stats({ account });
      const isDown =
        (oldestAgeMs ?? 0) > maxAgeMs || backlog > (maxBacklog ?? Infinity) || dead > (maxDead ?? Infinity);
      const found = { backlog, oldestAgeMs, dead, unconfirmed };
      return isDown ? indicator.down(found) : indicator.up(found);
    } catch (error) {
      if (isInstance(error, PayWiringError)) throw error;
      // The error message may contain a URL with a password.
      return indicator.down({ store: 'cannot be read' });
    }
  }

  /** Reports down if this process has accepted no delivery for `maxSilenceMs`. There is no default limit. */
  webhooks<Key extends string = 'pay-webhooks'>(
    key = 'pay-webhooks' as Key,
    { account, maxSilenceMs = Infinity }: PayWebhookHealthOptions = {},
  ): HealthIndicatorResult<Key> {
    const lastAcceptedAt = this.stats.lastAcceptedAt({ account });
    const silenceMs = Math.round(systemClock.now() - (lastAcceptedAt ?? this.#startedAt));
    const indicator = this.indicators.check(key);
    const found = { silenceMs, isAnySeen: lastAcceptedAt !== null };
    return silenceMs > maxSilenceMs ? indicator.down(found) : indicator.up(found);
  }

  #probe(
    account: PayAccount,
    client: PayClientName,
    { timeoutMs = DEFAULT_TIMEOUT_MS, cacheMs = DEFAULT_CACHE_MS }: PayServiceHealthOptions,
  ): Promise<ServiceHealth> {
    const of = JSON.stringify([account.name, client]);
    const cached = this.#results.get(of);
    const now = systemClock.now();
    if (cached !== undefined && now - cached.at < cacheMs) return cached.result;
    const result = probeService(account, client, timeoutMs);
    this.#results.set(of, { at: now, result });
    return result;
  }
}

function clientOf({ clientNames }: PayAccount, named: PayClientName | undefined): PayClientName {
  const client = named ?? clientNames[0];
  if (client !== undefined && clientNames.includes(client)) return client;
  throw new PayWiringError(`PayHealthIndicator: the client \`${String(client)}\` is not configured.`);
}
