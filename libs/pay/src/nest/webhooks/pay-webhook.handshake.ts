import { Injectable } from '@nestjs/common';
import { systemClock } from '../../core/values/clock.js';
import { RecentMap } from '../../core/values/recent-map.js';
import { SingleFlight } from '../../core/values/single-flight.js';
import { getOrAdd } from '../../core/values/get-or-add.js';
import { TokenBucket } from '../../inbox/sender-limits.js';
import type { ConfirmingAccount } from '../../webhooks/confirmation/confirming-endpoint.js';
import { buildPayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';

/** A key that was replaced at the service is used no longer than this. */
const KEY_TTL_MS = 10 * 60_000;
const MAX_ACCOUNTS = 1_000;
/** Limits the reads while the key cannot be read, because anyone can send a GET. */
const READS_PER_MINUTE = 30;

/** Responds to the GET with which the service verifies an address. The response contains the account's key, read from the service. */
@Injectable()
export class PayWebhookHandshake {
  readonly #keys = new RecentMap<string>(systemClock, KEY_TTL_MS, MAX_ACCOUNTS);
  readonly #reads = new Map<string, TokenBucket>();
  readonly #reading = new SingleFlight<string, string>();

  /** @throws PayWebhookException `handshake` if the key cannot be read. The next request tries again. */
  async respond({ account }: Pick<WebhookRoute, 'account'>): Promise<PayWebhookVerificationResponse> {
    const { id, name } = account;
    const key = this.#keys.get(id) ?? (await this.#reading.run(() => this.#read(account), id));
    return buildPayWebhookVerificationResponse(key, { isv: name === 'isv' });
  }

  async #read(account: ConfirmingAccount): Promise<string> {
    const reads = getOrAdd(this.#reads, account.id, () => new TokenBucket(systemClock, READS_PER_MINUTE));
    const waitMs = reads.take();
    if (waitMs > 0)
      throw new PayWebhookException(
        'handshake',
        'the verification key could not be read several times, and is not requested now',
        waitMs,
      );
    const result = await account.readKey();
    if (!result.success || result.data.trim() === '')
      throw new PayWebhookException('handshake', `the verification key could not be read: ${result.message}`);
    this.#keys.set(account.id, result.data);
    return result.data;
  }
}
