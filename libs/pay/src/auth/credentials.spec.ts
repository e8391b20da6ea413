import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { PayISV, PayWallet, TransportError } from '../client.js';
import type { MethodReturn, Transport } from '../client.js';
import { BASIC, CLIENT_BASIC, ID, OPTIONS, SECRETS, TestingTransport, wallet } from '../client.testing.js';

type Call = (isv: PayISV) => Promise<MethodReturn<unknown, string>>;

const MERCHANT = { transactionId: ID, targetMerchantId: ID };
const read: Call = (isv) => isv.transactions.retrieveTransactionById(MERCHANT);
const readLegacy: Call = (isv) => isv.transactions.retrieveLegacyTransaction(MERCHANT);
const isv = (transport: TestingTransport): PayISV =>
  new PayISV({
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    resellerId: 'reseller-1',
    resellerApiKey: 'reseller-secret-1',
    dev: true,
    transport,
  });

describe('secrets of a client', () => {
  it('are in no printed or serialized client, no result and no log line', async () => {
    const lines: string[] = [];
    const echo = `denied: ${SECRETS.apikey} ${BASIC} Bearer tok-1 card 4147463011110133`;
    const transport = new TestingTransport([
      { status: 400, body: JSON.stringify({ message: echo }) },
      new TransportError('connection', true),
    ]);
    const client = wallet(transport, { logs: true, logger: { error: (line) => lines.push(line) } });
    const results = [
      await client.payments.getOrder(1),
      await client.payments.getOrder(1),
      await client.payments.createOrder({ amount: 1 }),
    ];
    const text = [
      inspect(client, { depth: 20, showHidden: true }),
      JSON.stringify(client),
      inspect(results, { depth: 20 }),
      ...lines,
    ].join('\n');
    for (const secret of [
      SECRETS.apikey,
      SECRETS.clientSecret,
      BASIC.slice(6),
      CLIENT_BASIC.slice(6),
      'tok-1',
      '4147463011110133',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(results[0]).toMatchObject({
      error: { serviceText: expect.stringMatching(/^denied: \[hidden\]/) },
    });
  });

  it('are hidden in responses after a rotation, the old and the new ones', async () => {
    const old = { ...OPTIONS, apikey: 'old-apikey' };
    let credentials = old;
    const echo: Transport = {
      send: () =>
        Promise.resolve({
          status: 401,
          headers: {},
          body: Buffer.from(JSON.stringify({ message: 'bad key new-apikey, not old-apikey' })),
        }),
    };
    const wallet = new PayWallet({ dev: true, transport: echo, credentials: () => credentials });
    await wallet.transactions.getLegacyTransactions(ID);
    credentials = { ...old, apikey: 'new-apikey' };
    const text = JSON.stringify(await wallet.transactions.getLegacyTransactions(ID));
    expect(text).toContain('[hidden]');
    expect(text).not.toMatch(/(old|new)-apikey/);
  });

  const basic = Buffer.from(`reseller-1:${ID}:reseller-secret-1`).toString('base64');
  it.each<[string, Call, string]>([
    ['a reseller’s Basic value', readLegacy, basic],
    ['a reseller’s Basic value without its padding', readLegacy, basic.replace(/=+$/, '')],
    ['a reseller’s Basic value in an address', readLegacy, encodeURIComponent(basic)],
    ['a Bearer token', read, 'tok-1'],
  ])('are hidden in the service’s words: %s', async (_what, call, secret) => {
    const text = `upstream said no to header [${secret}]`;
    const responses = [{ status: 400, body: JSON.stringify({ message: text, status: 400 }) }];
    const result = await call(isv(new TestingTransport(responses)));
    expect(JSON.stringify(result)).toContain('[hidden]');
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});
