import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSalesQuery, salesAddress, SalesSearch } from './sales-search.js';
import { searchView } from './views/search.view.js';

describe('the search', () => {
  const { DATA_SERVICES_CLIENT_ID: id, DATA_SERVICES_CLIENT_SECRET: secret } = process.env;
  beforeAll(() => {
    delete process.env['DATA_SERVICES_CLIENT_ID'];
    delete process.env['DATA_SERVICES_CLIENT_SECRET'];
  });
  afterAll(() => {
    if (id !== undefined) process.env['DATA_SERVICES_CLIENT_ID'] = id;
    if (secret !== undefined) process.env['DATA_SERVICES_CLIENT_SECRET'] = secret;
  });

  it('without credentials of its own says so, and leaves the look-up', async () => {
    const query = readSalesQuery({});
    const account = { merchantId: 'm', apikey: 'k', clientId: 'c', clientSecret: 's' };
    const found = await new SalesSearch({ wallet: account }).find(query);
    const page = searchView(query, found, new Map()).body.toString();
    expect(page).toContain('DATA_SERVICES_CLIENT_ID');
    expect(page).toContain('action="/back-office/find"');
    expect(page).not.toContain('name="from"');
  });
});

describe('the address of a search', () => {
  it('keeps its filters, and reads as the same search again', () => {
    const query = readSalesQuery({ from: ' 2026-03-18 ', status: 'MA', orderCode: '1&2', page: '3' });
    const { searchParams } = new URL(salesAddress(query, 4), 'http://localhost');
    expect(readSalesQuery(Object.fromEntries(searchParams))).toEqual({ ...query, page: 4 });
  });

  it.each(['0', '-1', '1.5', 'x', '', ['2'], undefined])('takes page %j as the first', (page) => {
    expect(readSalesQuery({ page }).page).toBe(1);
  });
});
