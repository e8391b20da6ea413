import { servicesOf } from '../handle/handle.js';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { DEFAULT_ORDER_DETAILS } from '../domain/order.js';
import type { TerminalRequest } from '../domain/terminal-session.js';
import type { SimulatorSnapshot } from '../index.js';

let merchant: Merchant;
let snapshot: SimulatorSnapshot;

const TERMINAL_REQUEST: TerminalRequest = {
  ...{ kind: 'sale', sessionId: 'sale', parentSessionId: null, amount: 500, tipAmount: 0 },
  ...{ terminalId: '16000010', cashRegisterId: 'till', currencyCode: '978', merchantReference: 'r' },
  ...{ customerTrns: null, interappCallback: null, installments: 0 },
  ...{ showTransactionResult: true, showReceipt: true, skipSurcharge: false },
};

/** Makes a state with every kind of reference. */
beforeEach(async () => {
  merchant = await Merchant.start();
  const { simulator } = merchant;
  const receiver = await Receiver.startFor(merchant, [1796]);
  receiver.behavior = () => ({ status: 503 });
  const { transactionId } = await merchant.paid();
  await merchant.api('POST', `/acquiring/v1/transactions/${transactionId}:fastrefund`, {
    ...{ amount: 100, sourceCode: 'Default', merchantTrns: 'r', idempotencyKey: 'k' },
  });
  const { accountId } = simulator.sellers.connect();
  servicesOf(simulator).transfers.send({
    accountId,
    amount: 10,
    description: 'share',
    paymentId: transactionId,
  });
  const transfer = { accountId, amount: 100, platformFee: 0 };
  simulator.orders.create({ ...DEFAULT_ORDER_DETAILS, amount: 500, currencyCode: '978', transfer });
  servicesOf(simulator).cardTerminals.request(TERMINAL_REQUEST);
  await simulator.clock.advance('10 seconds');
  const refund = { kind: 'refund', sessionId: 'refund', parentSessionId: 'sale' } as const;
  servicesOf(simulator).cardTerminals.request({ ...TERMINAL_REQUEST, ...refund });
  await simulator.deliveries.settled();
  await receiver.close();
  snapshot = simulator.snapshot();
});
afterEach(() => merchant.simulator.close());

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Returns the value of a member in the last record that has it, with the record's key. */
function lastReference(table: string, path: string): readonly [key: string, id: string] | undefined {
  return (snapshot.tables[table] ?? [])
    .map(([key, record]) => {
      const names = path.split('.');
      const value = path === '' ? key : names.reduce<unknown>(memberOf, record);
      return [key, typeof value === 'string' ? value : ''] as const;
    })
    .findLast(([, id]) => id !== '');
}

/** Returns the state without the real time, which the clock stores. */
function state(): unknown {
  return { ...merchant.simulator.snapshot().tables, clock: [] };
}

it.each([
  ['transactions', 'orderCode', 'orders'],
  ['transactions', 'parentId', 'transactions'],
  ['transfers', 'accountId', 'sellerWallets'],
  ['orders', 'transfer.accountId', 'sellerWallets'],
  ['sellerWallets', 'id', 'openedWallets'],
  ['terminalSessions', 'parentSessionId', 'terminalSessions'],
  ['plannedTerminalSteps', 'argument.sessionId', 'terminalSessions'],
  ['deliveries', '', 'deliveryProgress'],
  ['deliveryProgress', '', 'deliveries'],
  ['plannedDeliveries', 'argument', 'deliveries'],
])('a snapshot is refused if a record of %s names in %j no record of %s', (table, path, target) => {
  const { simulator } = merchant;
  const [key = '', id = ''] = lastReference(table, path) ?? [];
  const others = (snapshot.tables[target] ?? []).filter(([one]) => one !== id);
  expect(others).not.toHaveLength(snapshot.tables[target]?.length ?? 0);
  // Without the other tables, this reference is found before others to the same record.
  const tables = {
    ...(table === target && snapshot.tables),
    [table]: snapshot.tables[table] ?? [],
    [target]: others,
  };
  const before = state();
  const member = ['tables', table, key, ...(path === '' ? [] : [path])].join('.');
  expect(() => simulator.restore({ ...snapshot, tables })).toThrow(
    `${member}: expected the key of a record in tables.${target}; restore a snapshot as it was taken`,
  );
  expect(state()).toEqual(before);
});

it('a snapshot is refused with the name of a connected merchant', () => {
  const { simulator } = merchant;
  const { account, orders, transactions } = simulator.connectedMerchants.connect();
  const { merchantId } = account.credentials.merchant;
  const { code } = orders.create({ ...DEFAULT_ORDER_DETAILS, amount: 500, currencyCode: '978' });
  simulator.checkout.pay(code, GOOD_CARD);
  const { version, tables } = simulator.snapshot();
  const changed = { version, tables: { ...tables, [`${merchantId}/orders`]: [] } };
  expect(() => simulator.restore(changed)).toThrow(
    `tables.${merchantId}/transactions.${transactions.list()[0]?.id}.orderCode: expected the key of a record in tables.${merchantId}/orders`,
  );
});

it('a snapshot may lack the first payment of a recurring charge, which the service can reverse', async () => {
  const { simulator } = merchant;
  const { transactionId } = await merchant.paid({ allowRecurring: true });
  await merchant.web('POST', `/api/transactions/${transactionId}`, { amount: 100 });
  simulator.trigger('reversal', { transactionId });
  expect(simulator.transactions.list().some(({ parentId }) => parentId === transactionId)).toBe(true);
  simulator.restore(simulator.snapshot());
  expect(simulator.transactions.list().find(({ id }) => id === transactionId)).toBeUndefined();
});
