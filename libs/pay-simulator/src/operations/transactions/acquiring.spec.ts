import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
  receiver = await Receiver.startFor(merchant, [1796, 1797]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

const REFUND = { amount: 400, sourceCode: 'Default', merchantTrns: 'order-77', idempotencyKey: 'key-1' };
const send = (id: string, verb: string, body: unknown) =>
  merchant.api('POST', `/acquiring/v1/transactions/${id}:${verb}`, body);
async function eventsOf(eventTypeId: number) {
  await merchant.simulator.deliveries.settled();
  return receiver.dataOf(eventTypeId);
}

describe('webhooks', () => {
  it('have ServiceId 19 for a fast refund and none for a rebate, with the payment as parent [transactions.1]', async () => {
    const { transactionId } = await merchant.paid();
    const refund = await send(transactionId, 'fastrefund', REFUND);
    const rebate = await send(transactionId, 'rebate', { amount: 300 });
    expect(await eventsOf(1797)).toEqual([
      expect.objectContaining({
        TransactionId: refund.json.transactionId,
        ParentId: transactionId,
        ServiceId: 19,
        Amount: -4,
        TransactionTypeId: 4,
      }),
      expect.objectContaining({
        TransactionId: rebate.json.transactionId,
        ParentId: transactionId,
        ServiceId: null,
        Amount: -3,
        TransactionTypeId: 8,
      }),
    ]);
  });

  it('of a cancellation have the canceled transaction as parent, and of a MOTO charge Moto true', async () => {
    const { transactionId } = await merchant.paid();
    const rebate = String((await send(transactionId, 'rebate', { amount: 300 })).json.transactionId);
    expect(await merchant.api('DELETE', `/acquiring/v1/transactions/${rebate}?amount=300`)).toMatchObject({
      status: 200,
      text: '',
    });
    expect((await eventsOf(1797))[1]).toMatchObject({ ParentId: rebate, Amount: 3, TransactionTypeId: 7 });
    const orderCode = await merchant.order();
    const body = `{"moto":true,"orderCode":${orderCode},"creditcard":{"number":"4147463011110133","expirationDate":"2040-08-31","cvc":"123"}}`;
    const charge = await merchant.web('POST', '/api/transactions', body);
    expect(charge.json).toMatchObject({ ErrorCode: 0, StatusId: 'F', ThreeDSecureStatusId: 2 });
    // The charge found its order, although a double cannot hold the code.
    expect((await merchant.web('GET', `/api/orders/${orderCode}`)).json.StateId).toBe(3);
    expect((await eventsOf(1796)).map(({ Moto }) => Moto)).toEqual([false, true]);
    expect(JSON.stringify(receiver.received)).not.toContain('4147463011110133');
  });
});

it('dates have an offset in reads and none in the data of webhooks [transactions.19]', async () => {
  await merchant.simulator.clock.advance(120);
  const { transactionId } = await merchant.paid();
  const read = await merchant.api('GET', `/checkout/v2/transactions/${transactionId}`);
  const older = await merchant.web('GET', `/api/transactions/${transactionId}`);
  const [row] = older.json.Transactions as { InsDate: string; CreditCard: { ExpirationDate: string } }[];
  expect([read.json.insDate, row?.InsDate]).toEqual([
    '2026-02-03T12:00:00.12+02:00',
    '2026-02-03T12:00:00.12+02:00',
  ]);
  expect([read.json.cardExpirationDate, row?.CreditCard.ExpirationDate]).toEqual([
    '2040-08-31T00:00:00',
    '2040-08-31T00:00:00',
  ]);
  const [{ InsDate } = {}] = await eventsOf(1796);
  expect(InsDate).toBe('2026-02-03T12:00:00.12');
  expect(receiver.received[0]?.envelope.Created).toMatch(/^2026-02-03T10:00:00\.12\d{5}Z$/);
});

it('an idempotency key in a header has no effect [transactions.14]', async () => {
  const { transactionId } = await merchant.paid();
  const path = `/acquiring/v1/transactions/${transactionId}:rebate`;
  const headers = { 'idempotency-key': 'key-1', idempotencyKey: 'key-1' };
  const authorization = await merchant.token();
  const send = async (body: object) =>
    (await merchant.call('api', 'POST', path, { body, headers, authorization })).json.transactionId;
  expect(await send({ amount: 100 })).not.toBe(await send({ amount: 100 }));
  const body = { amount: 100, idempotencyKey: 'key-1' };
  expect(await send(body)).toBe(await send(body));
});

describe('the service rejects', () => {
  it('a fast refund without any of its four fields', async () => {
    const { transactionId } = await merchant.paid();
    for (const name of Object.keys(REFUND)) {
      const { status, json } = await send(transactionId, 'fastrefund', { ...REFUND, [name]: undefined });
      expect([status, json.message]).toEqual([400, expect.stringContaining(name)]);
    }
  });

  it('a MOTO charge with an invalid card, without digits of the card in the message', async () => {
    const creditcard = { number: '4147463011110134', expirationDate: '2040-08-31' };
    const charge = await merchant.web('POST', '/api/transactions', {
      moto: true,
      orderCode: await merchant.order(),
      creditcard,
    });
    expect(charge.json).toMatchObject({
      ErrorCode: 400,
      TransactionId: null,
      ErrorText: 'Card number is not valid',
    });
    const nonsense = await merchant.web('POST', '/api/transactions', {
      moto: true,
      orderCode: 12,
      creditcard: { ...creditcard, number: '41474630 11110133' },
    });
    expect(nonsense.status).toBe(400);
    expect(nonsense.text).not.toContain('4147');
  });

  it.each([
    ['fastrefund', REFUND],
    ['rebate', { amount: 300, idempotencyKey: 'key-1' }],
  ])(
    'the key of another %s, also for another payment, and repeats the response for the same request',
    async (verb, body) => {
      const { transactionId } = await merchant.paid();
      const first = await send(transactionId, verb, body);
      expect(await send(transactionId, verb, { ...body, amount: 1 })).toMatchObject({ status: 409 });
      const other = await merchant.paid();
      expect(await send(other.transactionId, verb, body)).toMatchObject({ status: 409 });
      expect((await send(transactionId, verb, body)).json).toEqual(first.json);
      await merchant.api(
        'DELETE',
        `/acquiring/v1/transactions/${String(first.json.transactionId)}?amount=${body.amount}`,
      );
      expect(await send(transactionId, verb, body)).toMatchObject({ status: 409 });
    },
  );

  it('the key of another pay-out', async () => {
    const { transactionId } = await merchant.paid();
    const payOut = async (amount: number) => {
      const query = `amount=${amount}&serviceId=6&idempotencyKey=key-1`;
      return (await merchant.web('DELETE', `/api/transactions/${transactionId}?${query}`)).json;
    };
    const first = await payOut(300);
    expect(first).toMatchObject({ ErrorCode: 0 });
    expect(await payOut(301)).toMatchObject({ ErrorCode: 409, Success: false });
    expect(await payOut(300)).toMatchObject({ TransactionId: first.TransactionId });
  });

  it('the cancellation of a fast refund while its payment is disputed', async () => {
    const { transactionId } = await merchant.paid();
    const refund = String((await send(transactionId, 'fastrefund', REFUND)).json.transactionId);
    merchant.simulator.trigger('dispute', { transactionId });
    const before = merchant.simulator.wallet.balance();
    expect(await merchant.api('DELETE', `/acquiring/v1/transactions/${refund}?amount=400`)).toMatchObject({
      status: 400,
    });
    expect(merchant.simulator.wallet.balance()).toBe(before);
  });

  it('an increase beyond 2^53, and leaves the pre-authorization readable', async () => {
    const { transactionId } = await merchant.paid({ preauth: true });
    const increased = await send(transactionId, 'increasepreauth', { amount: Number.MAX_SAFE_INTEGER });
    expect(increased).toMatchObject({ status: 400 });
    expect(await merchant.api('GET', `/checkout/v2/transactions/${transactionId}`)).toMatchObject({
      status: 200,
    });
  });

  it('a POS token, which does not have the scope', async () => {
    const { transactionId } = await merchant.paid();
    const authorization = await merchant.token(merchant.simulator.credentials.cloudTerminal);
    const path = `/acquiring/v1/transactions/${transactionId}:rebate`;
    expect((await merchant.call('api', 'POST', path, { body: { amount: 1 }, authorization })).status).toBe(
      403,
    );
    expect((await merchant.call('api', 'POST', path, { body: { amount: 1 } })).status).toBe(401);
  });
});
