import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OrderState, PaymentTimeline, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { until } from '../until.js';
import { Endpoint } from './round-trips/endpoint.js';
import { SALE } from './round-trips/pos.js';
import { World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('reported faults');
});
beforeEach(() => world.simulator.reset());
afterAll(() => world.close());

const session = (timeoutMs = 300) =>
  world.pos.pos.session.waitForSession({ sessionId: SALE.sessionId }, { timeoutMs });
const atTerminal = async () => {
  world.simulator.terminals.configure({ customer: 'waits' });
  unwrap(await world.pos.pos.transactions.initiateSaleRequest(SALE));
  await world.simulator.clock.advance('1 second');
};
const abort = () =>
  world.pos.pos.session.abortSession({
    sessionId: SALE.sessionId,
    cashRegisterId: SALE.cashRegisterId,
  });

describe('the client, when the service fails as it did in production', () => {
  it('does not report an aborted session that never ends as paid or as ended (#2434)', async () => {
    await atTerminal();
    world.simulator.faults.add({ kind: 'session-in-progress', times: 'always' });
    unwrap(await abort());
    await world.simulator.clock.advance('3 seconds');
    expect(await session()).toMatchObject({ success: false });
    expect(await world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
      success: true,
      pending: true,
      data: null,
    });
    world.simulator.faults.remove();
    expect(unwrap(await session())).toMatchObject({ success: false, abortSuccess: true });
  });

  it('reports a session as paid although its abort was accepted, because the abort had no effect (#2422)', async () => {
    await atTerminal();
    world.simulator.faults.add({ kind: 'abort-ignored' });
    expect(await abort()).toMatchObject({ success: true, meta: { httpStatus: 200 } });
    await world.simulator.clock.advance('3 seconds');
    expect(await world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
      pending: true,
    });
    world.simulator.terminals.insertCard(SALE.terminalId);
    await world.simulator.clock.advance('3 seconds');
    const ended = unwrap(await session());
    expect(ended).toMatchObject({ success: true, abortSuccess: false });
    expect(
      unwrap(await world.wallet.transactions.getTransactionById(ended.transactionId ?? '')),
    ).toMatchObject({ statusId: 'F' });
  });

  it('gets the response to a terminal sale after its webhook was received (#2374) [pos.9]', async () => {
    const endpoint = new Endpoint({ Key: unwrap(await world.wallet.webhooks.retrieveWebhookKey()) });
    await endpoint.listen();
    await world.simulator.webhooks.register({ url: endpoint.url, eventTypeIds: [1796] });
    world.simulator.faults.add({ kind: 'webhook-first' });
    let hasResponse = false;
    const sale = world.pos.pos.transactions.initiateSaleRequest(SALE).finally(() => (hasResponse = true));
    const { deliveries, terminals } = world.simulator;
    // The response is held, so only the terminal shows that the request was executed.
    await until(async () => {
      await world.simulator.clock.advance('1 second');
      return terminals.list().find(({ terminalId }) => terminalId === SALE.terminalId)?.session !== null;
    });
    expect(hasResponse).toBe(false);
    await world.simulator.clock.advance('5 seconds');
    await deliveries.settled();
    expect(await sale).toMatchObject({ success: true });
    expect(deliveries.list()).toMatchObject([{ state: 'delivered' }]);
    expect(unwrap(await session())).toMatchObject({ success: true });
    await endpoint.close();
  });

  it('has the payment in the timeline although the order reads as pending', async () => {
    const { orderCode } = unwrap(await world.wallet.payments.createOrder({ amount: 1000 }));
    world.simulator.checkout.pay(String(orderCode), GOOD_CARD);
    world.simulator.faults.add({ kind: 'order-pending' });
    const order = unwrap(await world.wallet.payments.getOrder(orderCode));
    expect(order.StateId).toBe(OrderState.Pending);
    const { Transactions } = unwrap(
      await world.wallet.transactions.getLegacyTransactions(undefined, { orderCode: String(orderCode) }),
    );
    expect(Transactions).toMatchObject([{ StatusId: 'F' }]);
    const { state } = PaymentTimeline.of(String(orderCode)).withTransactions(Transactions).withOrder(order);
    expect(state).toMatchObject({ status: 'paid', captured: 1000 });
  });

  it('redirects the customer without the transaction ID, and the order code finds the payment (#2448) [payments.18]', async () => {
    const { url, orders, faults } = world.simulator;
    const { orderCode } = unwrap(await world.wallet.payments.createOrder({ amount: 1000 }));
    faults.add({ kind: 'redirect-without-transaction', times: 'always' });
    const response = await fetch(`${url}/web/web/checkout?ref=${String(orderCode)}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        number: GOOD_CARD.number,
        expiry: GOOD_CARD.expiry,
        cvc: GOOD_CARD.cvc,
        holderName: GOOD_CARD.holderName,
        email: GOOD_CARD.email,
      }),
    });
    const target = new URL(response.headers.get('location') ?? '');
    expect([target.pathname, target.searchParams.get('t'), target.searchParams.get('s')]).toEqual([
      '/success',
      null,
      String(orderCode),
    ]);
    expect(orders.get(String(orderCode)).state).toBe(OrderState.Paid);
    const list = () =>
      world.wallet.transactions.getLegacyTransactions(undefined, { orderCode: String(orderCode) });
    expect(unwrap(await list()).Transactions).toMatchObject([{ StatusId: 'F', Amount: 10 }]);
    // The list itself can be empty for a paid order (#2580).
    faults.add({ kind: 'no-transactions' });
    expect(unwrap(await list()).Transactions).toEqual([]);
  });
});
