import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readPayWebhook, verifyPayDataServicesWebhookSignature } from '../../webhooks/index.js';
import { ran } from '../command-io.testing.js';
import { TRIGGER_EVENTS } from './event-names.js';

let server: Server;
let url: string;
let answer: [status: number, body: string, headers?: Record<string, string>];
let posted: { method?: string; headers: IncomingHttpHeaders; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      posted.push({ method: request.method, headers: request.headers, body });
      const [status, text, headers] = answer;
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay/webhook`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  posted = [];
  answer = [200, ''];
});

describe('nestjs-pay trigger', () => {
  it('posts the event, and says that it was taken', async () => {
    const { code, out } = await ran([
      'trigger',
      '1796',
      '--set',
      'OrderCode=9999999999999999',
      '--url',
      `${url}?k=secret`,
    ]);
    expect(out).toBe(
      `1796 transaction-payment-created → ${url}\n200 taken: handled, kept to be confirmed and handled later, or known already\n`,
    );
    expect(code).toBe(0);
    expect(posted).toMatchObject([{ method: 'POST', headers: { 'content-type': 'application/json' } }]);
    const reading = readPayWebhook({ rawBody: posted[0]?.body ?? '' });
    expect(reading).toMatchObject({
      event: { eventTypeId: 1796, data: { OrderCodeText: '9999999999999999' } },
    });
  });

  it('takes the address from the environment, and signs a report file', async () => {
    const env = { PAY_WEBHOOK_URL: url, PAY_WEBHOOK_SECRETS: 'first-secret,second-secret' };
    expect(await ran(['trigger', 'sale-transactions'], env)).toMatchObject({ code: 0 });
    const [{ body: rawBody, headers } = { body: '', headers: {} }] = posted;
    expect(verifyPayDataServicesWebhookSignature({ rawBody, headers, secret: 'first-secret' })).toMatchObject(
      { valid: true },
    );
  });

  it.each([
    [
      403,
      '{"statusCode":403,"message":"The event is not confirmed"}',
      '403 refused: the service does not confirm the event',
    ],
    [401, 'no', '401 refused: the signature fits none'],
    [400, '', '400 refused: not the shape of an event\n'],
    [404, '', '404 no webhook is at this path'],
    [500, '', '500 it failed: the log of the application says why'],
    [503, '', '503 not taken now'],
    [202, '', '202 not taken: the service delivers again after all but 200'],
    [302, '', '302 a redirect, of which the service follows none'],
    [418, '', '418 refused'],
  ])('says in words what %i means, and fails', async (status, body, words) => {
    answer = [status, body, { location: '/elsewhere' }];
    const { code, out } = await ran(['trigger', '1796', '--url', url]);
    expect(out).toContain(`\n${words}`);
    expect(code).toBe(1);
    expect(posted).toHaveLength(1);
  });

  it('repeats what was answered, without secrets and without what a terminal would obey', async () => {
    answer = [400, '{"message":"\\u001b[2Jbad card 4111111111111111"}'];
    expect((await ran(['trigger', '1796', '--url', url])).out).toContain('(“\\u001b[2Jbad card [hidden]”)\n');
  });

  it('answers machines in JSON', async () => {
    answer = [503, '{"statusCode":503,"message":"Too many events"}'];
    const { code, out } = await ran(['trigger', '1796', '--json', '--url', url]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      eventTypeId: 1796,
      name: 'transaction-payment-created',
      url,
      taken: false,
      status: 503,
      answer: 'Too many events',
      message: expect.stringContaining('not taken now'),
    });
  });

  it('says that nobody is there', async () => {
    const { code, out } = await ran(['trigger', '1796', '--url', 'http://127.0.0.1:9/hook']);
    expect([code, out]).toEqual([
      1,
      '1796 transaction-payment-created → http://127.0.0.1:9/hook\nno answer: nobody is there\n',
    ]);
  });

  it('prints the body of a dry run, exactly, and posts nothing', async () => {
    const { code, out } = await ran([
      'trigger',
      '1796',
      '--dry-run',
      '--set',
      'OrderCode=9999999999999999',
      '--url',
      url,
    ]);
    expect(code).toBe(0);
    expect(out).toContain('"OrderCode":9999999999999999,');
    expect(JSON.parse(out)).toMatchObject({ EventTypeId: 1796, Url: url });
    expect(posted).toEqual([]);
    expect((await ran(['trigger', '7936', '--dry-run'])).code).toBe(0);
  });

  it('lists all events', async () => {
    const { code, out } = await ran(['trigger', '--list']);
    expect(code).toBe(0);
    expect(out).toMatch(/^1796 {2}transaction-payment-created$/m);
    expect(JSON.parse((await ran(['trigger', '--list', '--json'])).out)).toEqual(TRIGGER_EVENTS);
  });

  it.each([
    [[], 'expected an event; --list names them'],
    [['1796', 'OrderCode=5'], 'expected one event; members are set by --set OrderCode=5'],
    [['1797-x'], 'unknown event 1797-x'],
    [['1796'], 'say where to post it, by --url'],
    [['1796', '--url', '/pay/webhook'], '--url: expected an absolute http or https address'],
    [
      ['1796', '--url', 'http://user:word@127.0.0.1/x'],
      '--url: expected an absolute http or https address, without a password',
    ],
    [['1796', '--url', 'https://shop.invalid/pay/webhook'], 'shop.invalid is another machine'],
    [['1796', '--url', 'http://127.0.0.1.invalid/'], '127.0.0.1.invalid is another machine'],
    [['7936', '--url', 'http://127.0.0.1:9/'], 'set PAY_WEBHOOK_SECRETS'],
    [['1796', '--sett', 'x'], 'unknown option --sett: did you mean --set?'],
  ])('refuses %j, with exit code 2', async (args, sentence) => {
    const { code, out, err } = await ran(['trigger', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(posted).toEqual([]);
  });

  it('goes to another machine where it is told to', async () => {
    // Every address of this machine, and to the rule none of it.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
    expect(await ran(['trigger', '1796', '--url', elsewhere])).toMatchObject({ code: 2 });
    expect(await ran(['trigger', '1796', '--yes', '--url', elsewhere])).toMatchObject({ code: 0 });
    expect(posted).toHaveLength(1);
  });
});
