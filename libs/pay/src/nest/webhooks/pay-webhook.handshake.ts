import { Injectable } from '@nestjs/common';
import { systemClock } from '../../core/values/clock.js';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import { RecentMap } from '../recent-map.js';
import { TokenBucket } from './pay-webhook.limits.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import type { WebhookAccount } from './webhook-account.js';

/** A key that was replaced at the service is answered no longer than this. */
const KEPT_MS = 10 * 60_000;
const MAX_ACCOUNTS = 1_000;
/** Anyone can send a GET: while the key cannot be read, not every GET causes a read. */
const READS_PER_MINUTE = 30;

/** Answers the GET with which the service verifies an address, with the account's key as the service tells it. */
@Injectable()
export class PayWebhookHandshake {
  readonly #keys = new RecentMap<string>(systemClock, KEPT_MS, MAX_ACCOUNTS);
  readonly #reads = new Map<string, TokenBucket>();
  readonly #reading = new Map<string, Promise<string>>();
  readonly #turns = new Map<string, number>();

  /** @throws PayWebhookException `handshake` when the key cannot be read; a later request tries again. */
  async answer({
    name,
    account,
    verificationKeys,
  }: Pick<WebhookRoute, 'name' | 'account' | 'verificationKeys'>): Promise<
    PayWebhookVerificationResponse<object>
  > {
    if (verificationKeys.length === 0) return account.answerHandshake(await this.#key(account));
    // An answer has room for one key: while the old one and the new one count, each verification gets another.
    const turn = this.#turns.get(name) ?? 0;
    this.#turns.set(name, (turn + 1) % verificationKeys.length);
    return account.answerHandshake(verificationKeys[turn] ?? '');
  }

  async #key(account: WebhookAccount): Promise<string> {
    const known = this.#keys.get(account.id);
    if (known !== undefined) return known;
    const reading = this.#reading.get(account.id);
    if (reading !== undefined) return reading;
    const reads = this.#reads.get(account.id) ?? new TokenBucket(systemClock, READS_PER_MINUTE);
    this.#reads.set(account.id, reads);
    const waitMs = reads.take();
    if (waitMs > 0)
      throw new PayWebhookException(
        'handshake',
        'the verification key could not be read several times, and is not requested now',
        waitMs,
      );
    return this.#read(account);
  }

  /** Reads the key once for all concurrent requests. */
  #read(account: WebhookAccount): Promise<string> {
    const reading = account
      .retrieveKey()
      .then((result) => {
        if (result.success && result.data.trim() !== '') {
          this.#keys.set(account.id, result.data);
          return result.data;
        }
        throw new PayWebhookException(
          'handshake',
          `the verification key could not be read: ${result.message}`,
        );
      })
      .finally(() => this.#reading.delete(account.id));
    this.#reading.set(account.id, reading);
    return reading;
  }
}
