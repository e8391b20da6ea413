import { Injectable } from '@nestjs/common';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookAccount } from './webhook-account.js';

/** Answers the GET with which the service verifies an address. Each account's key is read once and kept. */
@Injectable()
export class PayWebhookHandshake {
  readonly #keys = new Map<string, Promise<string>>();

  /** @throws PayWebhookException `handshake` when the key cannot be read; the next request tries again. */
  async answer(account: WebhookAccount): Promise<PayWebhookVerificationResponse<object>> {
    const reading = this.#keys.get(account.id) ?? this.#read(account);
    return account.answerHandshake(await reading);
  }

  #read(account: WebhookAccount): Promise<string> {
    const reading = account.retrieveKey().then((result) => {
      if (result.success && result.data.trim() !== '') return result.data;
      this.#keys.delete(account.id);
      throw new PayWebhookException('handshake', `the verification key could not be read: ${result.message}`);
    });
    this.#keys.set(account.id, reading);
    return reading;
  }
}
