import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import type { MethodReturn } from 'nestjs-pay/client';
import { builtRows, callRow, clientsAt } from './contract-calls.js';
import type { ContractRow } from './contract.js';

const TOKEN = '{"access_token":"t","expires_in":3600,"token_type":"Bearer"}';
const MAINTENANCE = '{"message":"Scheduled maintenance"}';
const BODIES = ['', '{}', '[]', MAINTENANCE, '"text"', 'null'] as const;
type Body = (typeof BODIES)[number];

let reply: { status: number; body: string } = { status: 200, body: '' };
/** Whether the call under test is itself a token exchange. */
let isExchange = false;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const isToken = request.url === '/connect/token' && !isExchange;
    response.writeHead(isToken ? 200 : reply.status).end(isToken ? TOKEN : reply.body);
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function callWithResponse(
  row: ContractRow,
  status: number,
  body: string,
): Promise<MethodReturn<unknown, string>> {
  reply = { status, body };
  isExchange = row.operation.path === '/connect/token';
  const clients = clientsAt(base);
  const result = await callRow(row, clients);
  await Promise.all(Object.values(clients).map((client) => client.close()));
  return result;
}

type ContractResponse = { status: number[]; fields: { name: string }[]; empty: boolean };
const responseOf = (row: ContractRow): ContractResponse =>
  row.operation.response as unknown as ContractResponse;
const isList = (row: ContractRow): boolean =>
  responseOf(row).fields.some(({ name }) => /^(items|data)?\[\]/.test(name));

/** Operations whose body in the contract has nothing that the library returns. */
const WITH_IGNORED_BODY = [
  'transactions.cancelPartialAuthorization',
  'transactions.cancelRebateOrFastRefund',
  'webhooks.deleteSubscription',
];
const hasNoPayload = (row: ContractRow): boolean =>
  responseOf(row).fields.length === 0 || WITH_IGNORED_BODY.includes(row.operation.id);

/** Whether the contract allows the body as a response. */
function isDeclared(row: ContractRow, body: Body): boolean {
  if (body === '[]') return isList(row);
  // In the contract's notes, any 2xx is a success for the first, and an empty 200 was observed for the second.
  if (row.operation.id === 'webhooks.deleteSubscription')
    return ['', '{}', 'null', MAINTENANCE].includes(body);
  if (row.operation.id === 'rfCodePayments.generateRfCodes') return body === '';
  if (body === '') return responseOf(row).empty;
  return hasNoPayload(row) && (body === '{}' || body === 'null');
}

describe.each(builtRows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
  it.each(BODIES)('succeeds with HTTP 200 and %p only if the contract declares this body', async (body) => {
    const result = await callWithResponse(row, 200, body);
    if (isDeclared(row, body)) {
      const data = unwrap(result);
      if (isList(row)) expect([[], { data: [] }]).toContainEqual(data);
      else expect(data).toBeNull();
      return;
    }
    expect(result).toMatchObject({
      success: false,
      data: null,
      code: expect.stringMatching(/^(nodatas|webhookerror|tokenerror)$/),
      error: { outcome: 'unknown', httpStatus: 200 },
    });
  });
});

describe('HTTP 204 without a body', () => {
  it.each(builtRows.map((row) => [row.name, row] as const))(
    'is a success of %s only if the contract declares it',
    async (_name, row) => {
      const isDeclaredEmpty = responseOf(row).status.includes(204) || isDeclared(row, '');
      const result = await callWithResponse(row, 204, '');
      expect({ success: result.success, outcome: result.success || result.error.outcome }).toEqual({
        success: isDeclaredEmpty,
        outcome: isDeclaredEmpty || 'unknown',
      });
    },
  );
});

const rowOf = (id: string): ContractRow => {
  const row = builtRows.find(({ operation }) => operation.id === id);
  if (row === undefined) throw new Error(`${id} is not in the contract`);
  return row;
};

describe('HTTP 204', () => {
  it.each<[string, unknown]>([
    ['dataServices.retrieveMt940Data', null],
    ['dataServices.searchTransactions', { data: [] }],
    ['dataServices.searchAccountTransactions', { data: [] }],
  ])('is an empty result of %s', async (id, data) => {
    expect(unwrap(await callWithResponse(rowOf(id), 204, ''))).toEqual(data);
  });
});

const STATEMENT = ':20:260318\r\n:25:2263446434318\r\n:28C:1/1\r\n-\r\n';
const SWIFT = `{1:F01BANKGRAAXXX0000000000}{2:O940}{4:\r\n${STATEMENT}}`;

describe('the response of retrieveMt940Data', () => {
  it.each([STATEMENT, `\uFEFF\r\n${STATEMENT}`, SWIFT])('is returned unchanged: %j', async (body) => {
    const text = body.replace('\uFEFF', '');
    expect(unwrap(await callWithResponse(rowOf('dataServices.retrieveMt940Data'), 200, body))).toBe(text);
    const wrapped = JSON.stringify({ Response: text });
    expect(unwrap(await callWithResponse(rowOf('dataServices.retrieveMt940Data'), 200, wrapped))).toBe(text);
  });

  it.each([
    '{"orderCode": 12',
    '[[[[',
    'Scheduled maintenance',
    '<html>',
    ' \r\n',
    '{"ContractResponse":""}',
    '{"ContractResponse":null}',
    '{"ContractResponse":"Scheduled maintenance"}',
    '{1:',
    ':21:260318',
  ])('is not a statement if it is %j', async (body) => {
    expect(await callWithResponse(rowOf('dataServices.retrieveMt940Data'), 200, body)).toMatchObject({
      success: false,
      code: 'nodatas',
      error: { outcome: 'unknown' },
    });
  });
});

it.each(['<html>down</html>', ' ', '{"a":', '[1'])(
  'downloadSaleTransactionsFile fails for the response %j',
  async (body) => {
    expect(
      await callWithResponse(rowOf('dataServices.downloadSaleTransactionsFile'), 200, body),
    ).toMatchObject({
      success: false,
      code: 'nodatas',
    });
  },
);

describe('missing members', () => {
  it.each<[string, object]>([
    ['wallets.retrieveWallet', [{ WalletId: 1, Amount: 1, Available: 1 }]],
    ['wallets.retrieveMerchantWallets', [{ walletId: 1, amount: 1, available: 1 }]],
    ['bankTransfers.updateBankAccount', { friendlyName: 'Main supplier' }],
    ['bankTransfers.updateBankAccount', { archive: 'yes' }],
    ['legacyBankAccounts.retrieveBankAccounts', [{ Iban: 'x', BankAccountId: 'x' }]],
    ['pos.devices.searchDevices', [{ statusId: 1 }]],
    ['webhooks.retrieveWebhookKey', { Key: {} }],
    ['transactions.createCardToken', { token: {} }],
  ])('make %s fail for the response %j', async (id, body) => {
    expect(await callWithResponse(rowOf(id), 200, JSON.stringify(body))).toMatchObject({
      success: false,
      error: { outcome: 'unknown' },
    });
  });
});
