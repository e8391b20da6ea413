import { describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { registerWhenUp } from './register-when-up.js';
import type { WebhookRegistration } from '../deliveries/webhooks.js';

const EVENTS = [1796, 1798];

describe('registering a receiver that may not be running', () => {
  it('prints each reason once, retries, and prints the registration', async () => {
    const merchant = await Merchant.start();
    const { webhooks } = merchant.simulator;
    const stopped = await Receiver.start('another key');
    const { url } = stopped;
    await stopped.close();
    const printed: string[] = [];
    let receiver = stopped;
    let rounds = 0;
    const wait = async (): Promise<void> => {
      rounds++;
      // The receiver is down twice, returns a wrong key twice, then works.
      if (rounds === 2) receiver = await Receiver.start('another key', Number(new URL(url).port));
      if (rounds === 4)
        receiver.handshake = { status: 200, body: JSON.stringify({ Key: await merchant.webhookKey() }) };
    };
    await registerWhenUp(
      webhooks,
      { url, eventTypeIds: EVENTS },
      { wait, print: (line) => printed.push(line) },
    );
    expect(printed).toEqual([
      expect.stringMatching(/^Webhook {4}waiting for http:.* URL not verified \(connection\)/),
      expect.stringMatching(/^Webhook {4}waiting for http:.* URL not verified \(body\)/),
      `Webhook    ${url}`,
    ]);
    expect([rounds, webhooks.list().map(({ eventTypeId }) => eventTypeId)]).toEqual([4, EVENTS]);
    await Promise.all([merchant.simulator.close(), receiver.close()]);
  });

  it.each<[Partial<WebhookRegistration>, string]>([
    [{ url: 'not an address' }, 'url'],
    [{ eventTypeIds: [1] }, 'eventTypeIds'],
  ])('does not retry an invalid registration: %j', async (invalid, name) => {
    const merchant = await Merchant.start();
    const registration = { url: 'http://127.0.0.1:9/hook', eventTypeIds: EVENTS, ...invalid };
    const wait = () => Promise.reject(new Error('unexpected retry'));
    const registering = registerWhenUp(merchant.simulator.webhooks, registration, {
      wait,
      print: () => undefined,
    });
    await expect(registering).rejects.toThrow(new RegExp(`^${name}: `));
    await merchant.simulator.close();
  });
});
