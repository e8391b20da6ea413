import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { basic, Merchant } from '../../testing/merchant.js';
import { basicCredentials } from './authentication.js';

describe('authentication', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.start();
  });
  afterAll(() => merchant.simulator.close());

  const grant = { grant_type: 'client_credentials' };
  const form = (fields: Record<string, string>) => new URLSearchParams(fields);

  it('issues a token with all client scopes, for the Basic header and for form credentials', async () => {
    const { clientId, clientSecret } = merchant.simulator.credentials.merchant;
    const header = await merchant.call('accounts', 'POST', '/connect/token', {
      body: form(grant),
      authorization: basic(clientId, clientSecret),
    });
    const body = await merchant.call('accounts', 'POST', '/connect/token', {
      body: form({ ...grant, client_id: clientId, client_secret: clientSecret }),
    });
    for (const { status, json } of [header, body]) {
      expect(status).toBe(200);
      expect(json).toMatchObject({ expires_in: 3600, token_type: 'Bearer' });
      expect(String(json.scope).split(' ')).toContain('urn:viva:payments:core:api:redirectcheckout');
      expect(String(json.access_token).split('.')).toHaveLength(3);
    }
    expect(header.json.access_token).not.toBe(body.json.access_token);
  });

  it("grants the scopes that the service's plugin for WooCommerce asks for", async () => {
    const scope =
      'urn:viva:payments:core:api:redirectcheckout urn:viva:payments:core:api:plugins urn:viva:payments:core:api:nativecheckoutv2 urn:viva:payments:core:api:plugins:woocommerce';
    const { clientId, clientSecret } = merchant.simulator.credentials.merchant;
    const { json } = await merchant.call('accounts', 'POST', '/connect/token', {
      body: form({ ...grant, scope }),
      authorization: basic(clientId, clientSecret),
    });
    expect(json).toMatchObject({ scope });
  });

  it.each([
    ['wrong secret', grant, 'nonsense', 'invalid_client'],
    ['no grant type', {}, undefined, 'unsupported_grant_type'],
    ['another grant type', { grant_type: 'password' }, undefined, 'unsupported_grant_type'],
    [
      'a scope that the client does not have',
      { ...grant, scope: 'urn:viva:payments:ecr:api' },
      undefined,
      'invalid_scope',
    ],
  ])('responds with 400 with only an error: %s [auth.3]', async (_about, fields, secret, error) => {
    const { clientId, clientSecret } = merchant.simulator.credentials.merchant;
    const response = await merchant.call('accounts', 'POST', '/connect/token', {
      body: form(fields),
      authorization: basic(clientId, secret ?? clientSecret),
    });
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ error });
  });

  it.each([
    ['text/plain', 'grant_type=client_credentials'],
    ['application/json', '{"grant_type":"client_credentials"}'],
  ])('rejects a token request with content type %s', async (contentType, body) => {
    const { clientId, clientSecret } = merchant.simulator.credentials.merchant;
    const response = await merchant.call('accounts', 'POST', '/connect/token', {
      body,
      headers: { 'content-type': contentType },
      authorization: basic(clientId, clientSecret),
    });
    expect(response.json).toEqual({ error: 'unsupported_grant_type' });
  });

  it('limits a token to the requested scope', async () => {
    const { clientId, clientSecret } = merchant.simulator.credentials.merchant;
    const scope = 'urn:viva:payments:core:api:acquiring';
    const { json } = await merchant.call('accounts', 'POST', '/connect/token', {
      body: form({ ...grant, scope }),
      authorization: basic(clientId, clientSecret),
    });
    expect(json.scope).toBe(scope);
    const rejected = await merchant.call('api', 'POST', '/checkout/v2/orders', {
      body: { amount: 1000 },
      authorization: `Bearer ${String(json.access_token)}`,
    });
    expect(rejected.status).toBe(403);
  });

  it('rejects the wrong kind of credentials with an empty 401 [payments.17] [auth.1]', async () => {
    const { merchantId, apikey } = merchant.simulator.credentials.merchant;
    const bearer = await merchant.token();
    const responses = await Promise.all([
      merchant.call('api', 'POST', '/checkout/v2/orders', {
        body: { amount: 1000 },
        authorization: basic(merchantId, apikey),
      }),
      merchant.call('api', 'POST', '/checkout/v2/orders', { body: { amount: 1000 } }),
      merchant.call('api', 'POST', '/checkout/v2/orders', {
        body: { amount: 1000 },
        authorization: 'Bearer null',
      }),
      merchant.call('web', 'GET', '/api/messages/config/token', { authorization: bearer }),
      merchant.call('web', 'GET', '/api/messages/config/token', {
        authorization: basic(merchantId, 'other'),
      }),
    ]);
    for (const { status, text } of responses) expect([status, text]).toEqual([401, '']);
  });

  it('responds with 403 on checkout for a token with point-of-sale scopes only [auth.9]', async () => {
    const authorization = await merchant.token(merchant.simulator.credentials.cloudTerminal);
    const response = await merchant.call('api', 'POST', '/checkout/v2/orders', {
      body: { amount: 1000 },
      authorization,
    });
    expect(response.status).toBe(403);
    expect(response.json).toEqual({ status: 403, message: null, eventId: '0' });
  });

  it('returns the webhook key as `Key` to the merchant and as `key` to the ISV [auth.7] [isv.16]', async () => {
    const key = await merchant.web('GET', '/api/messages/config/token');
    expect(Object.keys(key.json)).toEqual(['Key']);
    const isv = await merchant.call('api', 'GET', '/isv/v1/webhooks/token', {
      authorization: await merchant.token(merchant.simulator.credentials.isv),
    });
    expect(Object.keys(isv.json)).toEqual(['key']);
    const other = await merchant.call('api', 'GET', '/isv/v1/webhooks/token', {
      authorization: await merchant.token(),
    });
    expect(other.status).toBe(403);
  });

  it('lets a token expire after 3600 s of virtual time [auth.10]', async () => {
    const authorization = await merchant.token();
    const create = () =>
      merchant.call('api', 'POST', '/checkout/v2/orders', { body: { amount: 1000 }, authorization });
    await merchant.simulator.clock.advance(3_599_999);
    expect((await create()).status).toBe(200);
    await merchant.simulator.clock.advance(1);
    expect((await create()).status).toBe(401);
  });

  it('sends the trace header on every host, and the event ID on the API host', async () => {
    const api = await merchant.api('POST', '/checkout/v2/orders', { amount: 1000 });
    const web = await merchant.web('GET', '/api/messages/config/token');
    expect(api.headers.get('X-Viva-CorrelationId')).toMatch(/^26-\d{3}-[0-9A-F]{8}$/);
    expect(api.headers.get('X-Viva-EventId')).toBe('0');
    expect(web.headers.get('X-Viva-CorrelationId')).toMatch(/^26-\d{3}-[0-9A-F]{8}$/);
    expect(web.headers.get('X-Viva-EventId')).toBeNull();
  });

  it('responds with 404 on the wrong host and 405 on the wrong method', async () => {
    expect((await merchant.call('web', 'POST', '/checkout/v2/orders', { body: {} })).status).toBe(404);
    expect((await merchant.call('api', 'GET', '/api/orders/1272214778972604')).status).toBe(404);
    expect((await merchant.api('GET', '/checkout/v2/orders/1272214778972604')).status).toBe(404);
    expect(
      (await merchant.api('POST', '/checkout/v2/transactions/c90d4902-6245-449f-b2b0-51d99cd09cfe', {}))
        .status,
    ).toBe(405);
  });

  it('accepts a reseller for connected merchants only, with the reseller’s own key [isv.3]', async () => {
    const { credentials, connectedMerchants } = merchant.simulator;
    const { resellerId, resellerApiKey } = credentials.isv;
    const { merchantId } = connectedMerchants.connect().account.credentials.merchant;
    const read = async (user: string, password: string): Promise<number> => {
      const path = '/api/orders/1272214778972604';
      return (await merchant.call('web', 'GET', path, { authorization: basic(user, password) })).status;
    };
    expect(await read(`${resellerId}:${merchantId}`, resellerApiKey)).toBe(404);
    expect(await read(`${resellerId}:${merchantId}`, 'wrong')).toBe(401);
    expect(await read(`${merchantId}:${merchantId}`, resellerApiKey)).toBe(401);
    expect(await read(`${resellerId}:${merchantId}:${merchantId}`, resellerApiKey)).toBe(401);
    expect(await read(`${resellerId}:${credentials.merchant.merchantId}`, resellerApiKey)).toBe(403);
  });

  it('rejects an unexpected Host header and a POST from another origin', async () => {
    const status = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          `${merchant.simulator.url}/_simulator/reset`,
          { method: 'POST', headers },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        outgoing.on('error', reject).end();
      });
    expect(await status({ host: 'rebound.example' })).toBe(403);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ origin: merchant.simulator.url })).toBe(204);
  });
});

describe('a body that is too large', () => {
  it('is rejected with a complete response', async () => {
    const merchant = await Merchant.start();
    const { status, json } = await merchant.api('POST', '/checkout/v2/orders', {
      amount: 1000,
      merchantTrns: 'x'.repeat(3_000_000),
    });
    expect([status, json.message]).toEqual([413, 'body: expected at most 1 MB']);
    await merchant.simulator.close();
  });
});

describe('basicCredentials', () => {
  it.each([
    [basic('user', 'password'), { user: 'user', password: 'password' }],
    [basic('reseller:merchant', 'key'), { user: 'reseller:merchant', password: 'key' }],
    ['Basic ***', undefined],
    ['Bearer abc', undefined],
    [undefined, undefined],
  ])('reads %j [auth.8]', (header, expected) => {
    expect(basicCredentials(header)).toEqual(expected);
  });
});
