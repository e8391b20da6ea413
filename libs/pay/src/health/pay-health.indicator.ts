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
import type { ServiceFinding } from './service-probe.js';

const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_CACHE_MS = 30_000;
const DEFAULT_MAX_AGE_MS = 900_000;

interface Known {
  at: number;
  finding: Promise<ServiceFinding>;
}

/**
 * Says for `@nestjs/terminus` how the payment service, the durable inbox and the webhooks are. Import `PayHealthModule`. For
 * readiness and monitoring: none of it says that this process should be started anew.
 *
 * @example health.check([() => pay.service(), () => pay.inbox('payments inbox', { maxAgeMs: 60_000 })])
 */
@Injectable()
export class PayHealthIndicator {
  readonly #findings = new Map<string, Known>();
  readonly #startedAt = systemClock.now();

  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly accounts: PayAccounts,
    private readonly inboxes: PayInboxService,
    private readonly stats: PayWebhookStats,
  ) {}

  /**
   * Down when no token is given for the credentials, or the service does not answer a read. One request of each kind at most in
   * `cacheMs`.
   *
   * @throws PayWiringError when the account or client is not there, or not said.
   */
  async service<Key extends string = 'pay'>(
    key = 'pay' as Key,
    options: PayServiceHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    const account = this.accounts.getOrThrow(options.account, 'PayHealthIndicator');
    const client = clientOf(account, options.client);
    const { isUp, ...finding } = await this.#finding(account, client, options);
    const indicator = this.indicators.check(key);
    return isUp ? indicator.up({ client }) : indicator.down({ client, ...finding });
  }

  /**
   * Down when events of the durable inbox wait for too long, or too many do or were given up; and when its store is away.
   *
   * @throws PayWiringError when the account has no durable inbox.
   */
  async inbox<Key extends string = 'pay-inbox'>(
    key = 'pay-inbox' as Key,
    { account, maxAgeMs = DEFAULT_MAX_AGE_MS, maxBacklog, maxDead }: PayInboxHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    const indicator = this.indicators.check(key);
    try {
      const { backlog, oldestAgeMs, dead, refused } = await this.inboxes.stats({ account });
      const isDown =
        (oldestAgeMs ?? 0) > maxAgeMs || backlog > (maxBacklog ?? Infinity) || dead > (maxDead ?? Infinity);
      const found = { backlog, oldestAgeMs, dead, refused };
      return isDown ? indicator.down(found) : indicator.up(found);
    } catch (error) {
      if (isInstance(error, PayWiringError)) throw error;
      // Its message may hold an address with a password.
      return indicator.down({ store: 'it cannot be read' });
    }
  }

  /** Down when this process has taken no delivery for `maxSilenceMs`. Never by itself: a shop may sell nothing at night. */
  webhooks<Key extends string = 'pay-webhooks'>(
    key = 'pay-webhooks' as Key,
    { account, maxSilenceMs = Infinity }: PayWebhookHealthOptions = {},
  ): HealthIndicatorResult<Key> {
    const lastTakenAt = this.stats.lastTakenAt({ account });
    const silenceMs = Math.round(systemClock.now() - (lastTakenAt ?? this.#startedAt));
    const indicator = this.indicators.check(key);
    const found = { silenceMs, isAnySeen: lastTakenAt !== null };
    return silenceMs > maxSilenceMs ? indicator.down(found) : indicator.up(found);
  }

  #finding(
    account: PayAccount,
    client: PayClientName,
    { timeoutMs = DEFAULT_TIMEOUT_MS, cacheMs = DEFAULT_CACHE_MS }: PayServiceHealthOptions,
  ): Promise<ServiceFinding> {
    const of = JSON.stringify([account.name, client]);
    const known = this.#findings.get(of);
    const now = systemClock.now();
    if (known !== undefined && now - known.at < cacheMs) return known.finding;
    const finding = probeService(account, client, timeoutMs);
    this.#findings.set(of, { at: now, finding });
    return finding;
  }
}

function clientOf({ clientNames }: PayAccount, named: PayClientName | undefined): PayClientName {
  const client = named ?? clientNames[0];
  if (client !== undefined && clientNames.includes(client)) return client;
  throw new PayWiringError(`PayHealthIndicator: the client \`${String(client)}\` is not configured.`);
}
