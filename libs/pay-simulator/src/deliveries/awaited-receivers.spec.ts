import { describe, expect, it } from '@jest/globals';
import { freePort } from '../../../../test/free-port.mjs';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { until } from '../../testing/until.js';
import { registerWhenUp } from './awaited-receivers.js';
import type { WebhookRegistration } from './webhooks.js';

const EVENTS = [1796, 1798];

describe('registering a receiver that may not be running', () => {
  it('prints each reason once, retries, and prints the registration', async () => {
    const merchant = await Merchant.start();
    const { webhooks } = merchant.simulator;
    const stopped = await Receiver.start('another key', await freePort());
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

  it('registers a receiver that listens now before the control API acts, so that it gets the events', async () => {
    const merchant = await Merchant.start();
    const { webhooks, deliveries } = merchant.simulator;
    const stopped = await Receiver.start('', await freePort());
    const { url } = stopped;
    await stopped.close();
    const printed: string[] = [];
    let retry = (): void => undefined;
    const wait = () => new Promise<void>((resolve) => (retry = resolve));
    const print = (line: string) => printed.push(line);
    const registering = registerWhenUp(webhooks, { url, eventTypeIds: EVENTS }, { wait, print });
    await until(() => printed.length === 1);
    const receiver = await Receiver.start(await merchant.webhookKey(), Number(new URL(url).port));
    // No retry is due when the customer pays.
    await fetch(`${merchant.simulator.url}/_simulator/trigger/payment`, { method: 'POST' });
    await deliveries.settled();
    expect(deliveries.list()).toMatchObject([{ webhook: { url }, state: 'delivered' }]);
    retry();
    await registering;
    expect([printed.length, webhooks.list().length]).toEqual([2, EVENTS.length]);
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
