import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SimulatorClock } from '../domain/clock.js';
import { controlRoutes } from '../control/control-endpoint.js';
import { createSend } from '../deliveries/send.js';
import { merchantAccount } from '../domain/merchant.js';
import { Ids } from '../domain/ids.js';
import { chooseOperation } from '../operations/choose-operation.js';
import { limitsOfOperation } from '../operations/request-limits.js';
import { createServices, type Services } from '../services/services.js';
import type { Page } from './page.js';
import { pageRoute } from './page-route.js';
import type { HttpReply } from './reply.js';
import { SimulatorServer } from './server.js';
import { ServiceEndpoint } from './service-endpoint.js';

/** Invalid responses, and one valid response. */
const REPLIES: Readonly<Record<string, unknown>> = {
  '/body': { status: 200, headers: {}, body: { message: 'down' } },
  '/header': { status: 200, headers: { 'x-text': 'two\r\nlines' }, body: '' },
  '/status': { status: 7, headers: {}, body: '' },
  '/nothing': undefined,
  '/right': { status: 200, headers: {}, body: 'right' },
};
const page = (path: string): Page => ({ method: 'GET', path, respond: () => REPLIES[path] as HttpReply });

/** A page that shows whose services it got. */
const titlePage = (path: string): Page<Services> => ({
  method: 'GET',
  path,
  respond: ({ account }) => ({ status: 200, headers: {}, body: account.companyTitle }),
});
const servicesOf = (name: string): Services =>
  createServices({
    account: merchantAccount({ companyTitle: name }),
    clock: new SimulatorClock({ mode: 'manual' }),
    ids: new Ids(name, 'mixed'),
    successUrl: 'http://localhost/success',
    failureUrl: 'http://localhost/failure',
    send: createSend(),
  });

const NO_WORLDS = { create: () => null, list: () => [], get: () => null, end: () => undefined };

describe('the server', () => {
  let server: SimulatorServer<Services>;
  let url: string;
  beforeEach(async () => {
    const services = servicesOf('one');
    const others = servicesOf('two');
    server = new SimulatorServer({
      routes: [
        ...Object.keys(REPLIES).map(page).map(pageRoute),
        pageRoute(titlePage('/title')),
        pageRoute(titlePage('/{id}/title')),
        ...new ServiceEndpoint<Services>({}, chooseOperation, limitsOfOperation).routes([]),
        ...controlRoutes(NO_WORLDS),
      ],
      // The header, the query and the path of a request can choose its services.
      servicesOf: ({ parameters, query, request }) =>
        [parameters['id'], query.get('of'), request.headers['x-of']].includes('two') ? others : services,
    });
    url = await server.listen(0, '127.0.0.1');
  });
  afterEach(() => server.close());

  it.each(['/web/checkout?ref=1', '/api/nothing', '/nowhere'])(
    'shows a page to a browser that opens an unknown address, and JSON or nothing to other clients: %s',
    async (path) => {
      const page = await fetch(url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('<h1>This page does not exist</h1>');
      const other = await fetch(url + path);
      expect([other.status, other.headers.get('content-type')]).not.toContain('text/html; charset=utf-8');
      expect(other.status).toBe(404);
    },
  );

  it.each([
    ['/title', {}, 'one'],
    ['/title?of=two', {}, 'two'],
    ['/title', { 'x-of': 'two' }, 'two'],
    ['/one/title', {}, 'one'],
    ['/two/title', {}, 'two'],
  ])('takes the services from the request: %s %j', async (path, headers, expected) => {
    expect(await (await fetch(url + path, { headers })).text()).toBe(expected);
  });

  it('takes the services of the control API from the request', async () => {
    const clock = (of: string, path = '', init: RequestInit = {}) =>
      fetch(`${url}/_simulator/clock${path}`, {
        ...init,
        headers: { 'x-of': of, 'content-type': 'application/json' },
      });
    const now = async (of: string) => (await clock(of)).text();
    const before = [await now('one'), await now('two')];
    await clock('two', '/advance', { method: 'POST', body: JSON.stringify({ minutes: 5 }) });
    expect(await now('one')).toBe(before[0]);
    expect(await now('two')).not.toBe(before[1]);
  });

  it('counts repeated slashes in a path as one, as clients that add a path to an address with a slash need', async () => {
    expect((await fetch(`${url}//right`)).status).toBe(200);
  });

  it('keeps an idle connection open while a client is paused at a breakpoint', async () => {
    const response = await fetch(`${url}/right`);
    expect(response.headers.get('keep-alive')).toBe('timeout=600');
  });

  it.each(['/body', '/header', '/status', '/nothing'])(
    'responds with 500 without details if a response cannot be sent, and keeps running: %s',
    async (path) => {
      const response = await fetch(url + path);
      expect([response.status, await response.json()]).toEqual([
        500,
        { error: 'The simulator failed on this request' },
      ]);
      expect(await (await fetch(`${url}/right`)).text()).toBe('right');
    },
  );
});
