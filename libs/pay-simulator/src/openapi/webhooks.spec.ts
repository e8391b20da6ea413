import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import type { TriggerKind } from '../control/actions.js';
import { TRIGGERS } from '../control/triggers.js';

describe('the webhooks of the OpenAPI document', () => {
  it('describe each event that the simulator posts', async () => {
    const merchant = await Merchant.start();
    const { simulator } = merchant;
    const receiver = await Receiver.startFor(merchant, simulator.webhooks.eventTypes);
    // These two need AADE. A preloaded sale needs a signed request, and sends no events of its own.
    const needAade = ['autonomous-sale', 'preloaded-sale'];
    const others = Object.keys(TRIGGERS).filter((kind) => !needAade.includes(kind)) as TriggerKind[];
    for (const kind of others) await simulator.trigger(kind);
    simulator.permissions.set({ useAade: true });
    simulator.terminals.save({ terminalId: '16000010', offline: true });
    await simulator.trigger('autonomous-sale');
    simulator.sellers.connect();
    await simulator.deliveries.settled();

    const document = (await (await fetch(`${simulator.url}/openapi.json`)).json()) as object;
    const validator = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'service');
    const problems = receiver.received.flatMap(({ envelope }) => {
      const { EventTypeId } = envelope;
      const post = `service#/webhooks/event${EventTypeId}/post/requestBody/content`;
      validator.validate({ $ref: `${post}/application~1json/schema` }, envelope);
      return (validator.errors ?? []).map(({ instancePath, message }) => [
        EventTypeId,
        instancePath,
        message,
      ]);
    });
    expect(problems).toEqual([]);
    const posted = new Set(receiver.received.map(({ envelope }) => envelope.EventTypeId));
    expect(posted).toEqual(new Set([1796, 1797, 1798, 1799, 1802, 2054, 4865, 8193, 8194, 8448]));
    await receiver.close();
    await simulator.close();
  });
});
