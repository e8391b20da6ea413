import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant, type Called } from '../../testing/merchant.js';
import { SCOPES } from '../domain/contract.generated.js';
import { membersOfParameters } from '../http/body.js';
import { Router } from '../http/router.js';
import { sharedAddresses } from '../http/service-endpoint.js';
import { ROUTES } from './routes.generated.js';
import { readContract } from '../../../../scripts/contract/read.mjs';
import { chooseOperation } from './choose-operation.js';

interface Row {
  readonly area: string;
  readonly id: string;
  readonly http: string | null;
  readonly host: 'accounts' | 'api' | 'web';
  readonly path: string;
  readonly auth: string;
  readonly response: { readonly fields: readonly { readonly name: string }[] };
}
const rows = Object.entries(readContract())
  .flatMap(([area, { operations = [] }]) =>
    operations.map((row): Row => ({ ...(row as unknown as Row), area })),
  )
  .filter((row) => row.http !== null);

describe('the routing table', () => {
  it('has each operation once', () => {
    const keys = ROUTES.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  const router = new Router(sharedAddresses(ROUTES));
  const match = (host: Row['host'], method: string, path: string) => router.find(method, `/${host}${path}`);
  it.each(rows.map((row) => [`${row.id} ${row.http ?? ''} ${row.path}`, row] as const))(
    'matches %s',
    (_name, row) => {
      const path = row.path.replace(/\{\w+\}/g, 'c90d4902');
      const found = match(row.host, row.http ?? '', path);
      expect(found?.route.operations).toContainEqual(
        expect.objectContaining({ id: row.id, auth: row.auth, path: row.path }),
      );
      expect(Object.values(found?.parameters ?? {}).every((value) => value === 'c90d4902')).toBe(true);
    },
  );

  it('separates verbs from path parameters, and decodes parameters [pos.20] [transactions.24]', () => {
    expect(match('api', 'POST', '/acquiring/v1/transactions/abc:fastrefund')).toMatchObject({
      route: { operations: [{ key: 'transactions.fastRefund' }] },
      parameters: { transactionId: 'abc' },
    });
    expect(match('api', 'POST', '/acquiring/v1/transactions/abc%3Afastrefund')).toBeUndefined();
    expect(match('web', 'GET', '/api/orders/1%32')).toMatchObject({ parameters: { orderCode: '12' } });
    expect(match('web', 'GET', '/api/orders/%E0%A4%A')).toBeUndefined();
    expect(match('web', 'GET', '/api/orders/1/2')).toBeUndefined();
  });

  it('selects between operations with the same URL by the client and the query [transactions.6]', () => {
    const { operations = [] } = match('web', 'DELETE', '/api/transactions/abc')?.route ?? {};
    const chosen = (query: string, byIsv = false) =>
      chooseOperation(operations, byIsv, membersOfParameters(new URLSearchParams(query))).key;
    expect(chosen('amount=1')).toBe('transactions.cancelTransaction');
    expect(chosen('SERVICEID=6')).toBe('transactions.octAndPayout');
    expect(chosen('amount=1', true)).toBe('isv:transactions.cancelTransaction');
    expect(chosen('serviceId=6', true)).toBe('transactions.payOutOld');
  });

  it('selects a marketplace’s refund by the scope of the token, or by a field that only it has [transactions.6]', () => {
    const { operations = [] } = match('api', 'DELETE', '/acquiring/v1/transactions/abc')?.route ?? {};
    const chosen = (query: string, scopes: readonly string[] = []) =>
      chooseOperation(operations, false, membersOfParameters(new URLSearchParams(query)), scopes).key;
    const refund = 'marketplace:transactions.cancelTransaction';
    expect(chosen('amount=1', [SCOPES['payments:core:api:platform']])).toBe(refund);
    expect(chosen('amount=1&reverseTransfers=false')).toBe(refund);
    expect(chosen('amount=1')).not.toBe(refund);
  });
});

describe('responses have the members of the contract', () => {
  let merchant: Merchant;
  const responses = new Map<string, Called>();
  beforeAll(async () => {
    merchant = await Merchant.start();
    responses.set(
      'payments.createOrder',
      await merchant.api('POST', '/checkout/v2/orders', { amount: 1000, allowRecurring: true }),
    );
    const code = String(responses.get('payments.createOrder')?.json.orderCode);
    responses.set('payments.getOrder', await merchant.web('GET', `/api/orders/${code}`));
    responses.set('payments.createLegacyOrder', await merchant.web('POST', '/api/orders', { amount: 1000 }));
    const outcome = merchant.simulator.checkout.pay(code, GOOD_CARD);
    const id = outcome.kind === 'approved' ? outcome.transaction.id : '';
    responses.set('payments.cancelOrder', await merchant.web('DELETE', `/api/orders/${code}`));
    responses.set(
      'transactions.getTransactionById',
      await merchant.api('GET', `/checkout/v2/transactions/${id}`),
    );
    responses.set(
      'transactions.createTransaction',
      await merchant.web('POST', `/api/transactions/${id}`, { amount: 100 }),
    );
    responses.set(
      'transactions.cancelTransaction',
      await merchant.web('DELETE', `/api/transactions/${id}?amount=1000`),
    );
    responses.set('transactions.getLegacyTransactions', await merchant.web('GET', `/api/transactions/${id}`));
    responses.set(
      'transactions.getLegacyTransactions:list',
      await merchant.web('GET', `/api/transactions/?orderCode=${code}`),
    );
  });
  afterAll(() => merchant.simulator.close());

  const memberNames = (value: unknown, prefix = ''): string[] => {
    if (Array.isArray(value)) {
      const list = value as readonly unknown[];
      return list.length > 0 && typeof list[0] === 'object' ? memberNames(list[0], `${prefix}[]`) : [prefix];
    }
    if (typeof value !== 'object' || value === null) return [prefix];
    return Object.entries(value).flatMap(([name, member]) =>
      memberNames(member, prefix === '' ? name : `${prefix}.${name}`),
    );
  };

  it.each([
    'payments.createOrder',
    'payments.getOrder',
    'payments.cancelOrder',
    'payments.createLegacyOrder',
    'transactions.getTransactionById',
    'transactions.createTransaction',
    'transactions.cancelTransaction',
    'transactions.getLegacyTransactions',
    'transactions.getLegacyTransactions:list',
  ])('%s', (id) => {
    // Other areas use some of the IDs for their own operations.
    const documented =
      rows
        .find((row) => row.id === id && /^(payments|transactions)$/.test(row.area))
        ?.response.fields.map(({ name }) => name) ?? [];
    expect(responses.get(id)?.status).toBe(200);
    expect(memberNames(responses.get(id)?.json).sort()).toEqual([...documented].sort());
  });
});
