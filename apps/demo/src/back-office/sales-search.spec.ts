import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSalesQuery, salesAddress, SalesSearch } from './sales-search.js';
import { searchView } from './views/search.view.js';

describe('SalesSearch', () => {
  const { PAY_DATA_SERVICES_CLIENT_ID: id, PAY_DATA_SERVICES_CLIENT_SECRET: secret } = process.env;
  beforeAll(() => {
    delete process.env['PAY_DATA_SERVICES_CLIENT_ID'];
    delete process.env['PAY_DATA_SERVICES_CLIENT_SECRET'];
  });
  afterAll(() => {
    if (id !== undefined) process.env['PAY_DATA_SERVICES_CLIENT_ID'] = id;
    if (secret !== undefined) process.env['PAY_DATA_SERVICES_CLIENT_SECRET'] = secret;
  });

  it('offers only the look-up without credentials of the data services', async () => {
    const query = readSalesQuery({});
    const account = { merchantId: 'm', apikey: 'k', clientId: 'c', clientSecret: 's' };
    const found = await new SalesSearch({ wallet: account }).find(query);
    const view = { query, found, ofOrders: new Map(), lookup: { entered: '' }, unresolved: [] };
    const page = searchView(view).body.toString();
    expect(page).toContain('PAY_DATA_SERVICES_CLIENT_ID');
    expect(page).toContain('action="/back-office/find"');
    expect(page).not.toContain('name="from"');
  });
});

describe('salesAddress', () => {
  it('keeps the filters, which readSalesQuery reads again', () => {
    const query = readSalesQuery({ from: ' 2026-03-18 ', status: 'M&A', page: '3' });
    const { searchParams } = new URL(salesAddress(query, 4), 'http://localhost');
    expect(readSalesQuery(Object.fromEntries(searchParams))).toEqual({ ...query, page: 4 });
  });

  it.each(['0', '-1', '1.5', 'x', '', ['2'], undefined])('leads to the first page for page %j', (page) => {
    expect(readSalesQuery({ page }).page).toBe(1);
  });
});
