import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IssuerDecline, PayEventType, SessionEvent, TransactionType, unwrap } from 'nestjs-pay/client';
import { Endpoint } from '../../../../../test/contract/round-trips/endpoint.js';
import { SALE, soldAtTill } from '../../../../../test/contract/round-trips/pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { until } from '../../../../../test/until.js';
import { API, TestingTransport, wallet } from '../../client.testing.js';
import { tillIn } from '../till.testing.js';

const TERMINAL = SALE.terminalId;

let world: World;
beforeAll(async () => {
  world = await World.create('at the till');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const { advance, ended, shown, transactions } = tillIn(() => world);

describe('a sale at a terminal', () => {
  it('is queued, pending and then paid, with the tip included in minor units [pos.1] [pos.2] [pos.12] [pos.15] [pos.25]', async () => {
    const sale = await transactions().initiateSaleRequest({ ...SALE, tipAmount: 130 });
    expect(sale).toMatchObject({ success: true, data: null });
    expect(await world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
      success: true,
      pending: true,
      data: null,
      meta: { httpStatus: 202 },
    });
    await advance(10_000);
    const session = await ended();
    expect(session).toMatchObject({
      success: true,
      eventId: SessionEvent.Approved,
      amount: 1300,
      tipAmount: 130,
      merchantReference: 'receipt-1',
      primaryAccountNumberMasked: '414746XXXXXX0133',
      abortOperation: false,
    });
    expect(session).toMatchObject({
      orderCode: expect.stringMatching(/^\d{16}$/),
      shortOrderCode: expect.stringMatching(/^\d{10}$/),
      terminalId: TERMINAL,
      tid: TERMINAL,
      currencyCode: '978',
    });
    const paid = await world.wallet.transactions.getTransactionById(session.transactionId ?? '');
    expect(unwrap(paid)).toMatchObject({
      amount: 13,
      orderCodeText: session.orderCodeText,
      merchantTrns: 'receipt-1',
      transactionTypeId: TransactionType.CardCharge,
    });
  });

  it.each([
    ['a test amount without sufficient funds', { amount: 9951 }, IssuerDecline.InsufficientFunds],
    ['a test amount that is not permitted', { amount: 9957 }, IssuerDecline.NotPermittedToCardholder],
  ])('is declined for %s with the issuer’s reason and no transaction', async (_name, more, reason) => {
    await soldAtTill(world, more);
    expect(await ended()).toMatchObject({
      success: false,
      eventId: SessionEvent.DeclinedByServer,
      transactionEventId: reason,
      transactionId: null,
      orderCode: '0',
    });
  });

  it('can be declined first and paid with another card in the same session [pos.10]', async () => {
    await shown();
    world.simulator.terminals.decline(TERMINAL, { tryAgain: true });
    await advance(2_000);
    expect(await world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
      pending: true,
    });
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(2_000);
    expect(await ended()).toMatchObject({ success: true });
    const attempts = world.simulator.transactions.list();
    expect(attempts.map(({ status }) => status)).toEqual(['E', 'F']);
  });

  it('can be cancelled by the customer, and its ID is not accepted again [pos.6]', async () => {
    await shown();
    world.simulator.terminals.cancel(TERMINAL);
    expect(await ended()).toMatchObject({ success: false, eventId: SessionEvent.CancelledByUser });
    expect(await transactions().initiateSaleRequest(SALE)).toMatchObject({
      error: { httpStatus: 409, eventId: 1201, outcome: 'rejected' },
    });
  });

  it('times out about a minute after the customer leaves', async () => {
    unwrap(await transactions().initiateSaleRequest(SALE));
    await advance(1_000);
    world.simulator.terminals.walkAway(TERMINAL);
    await advance(59_000);
    expect(
      world.simulator.terminals.list().find(({ terminalId }) => terminalId === TERMINAL)?.session?.state,
    ).toBe('on-terminal');
    await advance(2_000);
    expect(await ended()).toMatchObject({ success: false, eventId: SessionEvent.TimedOut });
  });

  it('fails if the terminal is busy, unknown, offline or broken [pos.19]', async () => {
    await shown();
    const others = [
      { ...SALE, sessionId: 'busy' },
      { ...SALE, sessionId: 'unknown', terminalId: '99999999' },
      { ...SALE, sessionId: 'broken', terminalId: '16000013' },
      { ...SALE, sessionId: 'off', terminalId: '16000011' },
    ];
    world.simulator.terminals.save({ terminalId: '16000011', offline: true });
    for (const other of others) unwrap(await transactions().initiateSaleRequest(other));
    await advance(2_000);
    const events = [];
    for (const { sessionId } of others) {
      const read = await world.pos.pos.session.retrieveSessionById({ sessionId });
      events.push(read.success ? read.data?.eventId : read.code);
    }
    expect(events).toEqual([
      SessionEvent.TerminalBusy,
      SessionEvent.TerminalNotConnected,
      SessionEvent.TerminalNotConnected,
      SessionEvent.TerminalNotConnected,
    ]);
  });

  it('that never ends makes waitForSession time out with an unknown outcome [pos.7] [pos.19]', async () => {
    world.simulator.terminals.configure({ unreachable: 'silent' });
    unwrap(await transactions().initiateSaleRequest({ ...SALE, terminalId: '99999999' }));
    await advance(3_600_000);
    expect(
      await world.pos.pos.session.waitForSession({ sessionId: SALE.sessionId }, { timeoutMs: 900 }),
    ).toMatchObject({
      success: false,
      code: 'timeout',
      error: { outcome: 'unknown' },
    });
  });

  it('is not found until the service has saved the session [pos.8]', async () => {
    world.simulator.terminals.configure({ saveDelayMs: 2_000 });
    unwrap(await transactions().initiateSaleRequest(SALE));
    const read = () => world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId });
    expect(await read()).toMatchObject({ code: 'notfound', error: { eventId: 1205 } });
    await advance(2_000);
    expect(await read()).toMatchObject({ pending: true });
  });

  it('fails with status 409 and pays once if it is repeated after a lost response [pos.6]', async () => {
    world.simulator.faults.add({
      operation: 'pos.transactions.initiateSaleRequest',
      kind: 'executed-but-lost',
      times: 1,
    });
    expect(await transactions().initiateSaleRequest(SALE)).toMatchObject({
      success: false,
      error: { outcome: 'unknown', retryable: true },
    });
    expect(await transactions().initiateSaleRequest(SALE)).toMatchObject({
      success: false,
      error: { httpStatus: 409, eventId: 1201, outcome: 'rejected' },
    });
    await advance(10_000);
    expect(await ended()).toMatchObject({ success: true });
    expect(world.simulator.transactions.list()).toHaveLength(1);
  });
});

describe('credentials', () => {
  it('of the checkout fail with status 401 and a message that names the right credentials [pos.5]', async () => {
    expect(await world.wallet.pos.devices.searchDevices()).toMatchObject({
      code: 'unauthorized',
      error: { httpStatus: 401, serviceText: 'Could not validate credentials', outcome: 'rejected' },
      message: expect.stringMatching(/POS APIs credentials/),
    });
  });
});

describe('requests', () => {
  it('have the spelling and the letter case of the terminal API, and a colon in the path [pos.13] [pos.14] [pos.20]', async () => {
    const transport = new TestingTransport([{}, { body: '[]' }, { body: '[]' }]);
    const { pos } = wallet(transport);
    unwrap(await pos.transactions.initiateSaleRequest({ ...SALE, maxInstalments: 3 }));
    unwrap(await pos.session.retrieveSessionInfoByDate({ date: '2026-03-18', AadeAutonomouslyOnly: true }));
    unwrap(await pos.devices.searchDevices());
    expect(transport.calls.map(({ url }) => url)).toEqual([
      `${API}/ecr/v1/transactions:sale`,
      `${API}/ecr/v1/sessions?date=2026-03-18&AadeAutonomouslyOnly=true`,
      `${API}/ecr/v1/devices:search`,
    ]);
    expect(JSON.parse(String(transport.calls[0]?.body))).toMatchObject({ maxInstalments: 3 });
    const misspelled = await pos.transactions.initiateSaleRequest({ ...SALE, maxInstallments: 3 } as never);
    expect(misspelled).toMatchObject({ code: 'validationerror' });
    expect(misspelled.message).toContain('maxInstalments');
  });

  it('with fiscal data have no aade fields, and the payment does not depend on the fiscalization [pos.22]', async () => {
    const fiscalisationData = {
      ftReceiptCase: 1n,
      cbChargeItems: [],
      cbPayItems: [],
      cbReceiptReference: '',
    };
    const aade = { aadeProviderId: '999', aadeProviderSignatureData: 'x', aadeProviderSignature: 'x' };
    const both = { ...SALE, fiscalisationData, ...aade };
    expect(await transactions().initiateSaleRequest(both)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field: 'fiscalisationData' }] },
    });
    await soldAtTill(world, { fiscalisationData });
    expect(await ended()).toMatchObject({ success: true, fiscalisationDetails: null });
  });

  it('below the lowest amount of the service are rejected [pos.23]', async () => {
    expect(await transactions().initiateSaleRequest({ ...SALE, amount: 29 })).toMatchObject({
      success: false,
      error: { outcome: 'rejected', httpStatus: 400 },
    });
    unwrap(await transactions().initiateSaleRequest({ ...SALE, sessionId: 'lowest', amount: 30 }));
  });
});

describe('the webhook of a session', () => {
  const { TransactionPosEcrSessionCreated } = PayEventType;
  const listen = async (): Promise<Endpoint> => {
    const endpoint = new Endpoint({ Key: unwrap(await world.wallet.webhooks.retrieveWebhookKey()) });
    await endpoint.listen();
    return endpoint;
  };

  it('can arrive before the response to the sale [pos.9]', async () => {
    const endpoint = await listen();
    const eventTypeIds = [TransactionPosEcrSessionCreated];
    await world.simulator.webhooks.register({ url: endpoint.url, eventTypeIds });
    world.simulator.faults.add({
      operation: 'pos.transactions.initiateSaleRequest',
      kind: 'delay',
      ms: 300,
    });
    let hasResponse = false;
    const sale = transactions()
      .initiateSaleRequest(SALE)
      .finally(() => (hasResponse = true));
    await until(async () => {
      await advance(100);
      return (
        world.simulator.terminals.list().find(({ terminalId }) => terminalId === TERMINAL)?.session !== null
      );
    });
    await advance(10_000);
    await world.simulator.deliveries.settled();
    expect([endpoint.received.length, hasResponse]).toEqual([1, false]);
    expect(await ended()).toMatchObject({ success: true });
    expect(await sale).toMatchObject({ success: true });
    await endpoint.close();
  });

  it('follows the events of a declined attempt and of the payment [pos.10]', async () => {
    const endpoint = await listen();
    const { TransactionFailed, TransactionPaymentCreated } = PayEventType;
    const eventTypeIds = [TransactionFailed, TransactionPaymentCreated, TransactionPosEcrSessionCreated];
    await world.simulator.webhooks.register({ url: endpoint.url, eventTypeIds });
    const received = async () => {
      await world.simulator.deliveries.settled();
      return endpoint.received.map(({ EventTypeId, EventData }) => [EventTypeId, EventData['StatusId']]);
    };
    await shown();
    world.simulator.terminals.decline(TERMINAL, { tryAgain: true });
    await advance(2_000);
    expect(await received()).toEqual([[TransactionFailed, 'E']]);
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(2_000);
    expect((await received()).slice(1).sort()).toEqual([
      [TransactionPaymentCreated, 'F'],
      [TransactionPosEcrSessionCreated, undefined],
    ]);
    await endpoint.close();
  });

  it('is sent to a merchant only after the service’s support has switched it on [pos.21]', async () => {
    const endpoint = await listen();
    const registration = { url: endpoint.url, eventTypeIds: [TransactionPosEcrSessionCreated] };
    world.simulator.permissions.set({ allowTerminalEvents: false });
    await expect(world.simulator.webhooks.register(registration)).rejects.toThrow(
      /1802 cannot be registered/,
    );
    world.simulator.permissions.set({ allowTerminalEvents: true });
    await world.simulator.webhooks.register(registration);
    await soldAtTill(world);
    await world.simulator.deliveries.settled();
    expect(endpoint.received).toHaveLength(1);
    await endpoint.close();
  });
});
