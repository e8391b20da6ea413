import { signPayWebhookForTest } from 'nestjs-pay/client';
import type { HostileBody } from './bodies.js';
import type { Random } from './random.js';

/**
 * How a request is sent:
 * - `whole`: a complete message that the server must respond; others can follow on the connection
 * - `last`: the same, but the server may close the connection after its response
 * - `alone`: on its own connection; the server must respond or close the connection
 * - `finished`, `reset`: the same, and the client closes or resets the connection before the message is complete
 * - `slow`: in pieces, while other requests are served
 */
type Sending = 'whole' | 'last' | 'alone' | 'finished' | 'reset' | 'slow';

export interface HostileRequest {
  kind: string;
  sending: Sending;
  pieces: readonly Buffer[];
}

type Headers = readonly (readonly [name: string, value: string])[];

const PATHS = [
  (path: string, random: Random) => `${path}?${'a=b&'.repeat(random.int(2000))}`,
  (path: string) => `${path}%`,
  (path: string) => `${path}%ff%fe`,
  (path: string) => `/${path}`,
  (path: string) => `${path}/`,
  (path: string) => `${path}/../pay`,
  (path: string) => path.toUpperCase(),
  (path: string) => `${path}%00`,
  (path: string) => `http://other.example${path}`,
  (path: string) => `${path}?__proto__[x]=1&constructor[prototype][y]=1`,
];

const [SIGNATURE = ''] = Object.keys(signPayWebhookForTest({ secret: 'any', body: '' }).headers).filter(
  (name) => /signature/i.test(name),
);

const EXTRA_HEADERS: readonly Headers[] = [
  [['content-type', 'text/plain']],
  [
    ['x-forwarded-for', '20.50.240.57'],
    ['x-forwarded-for', '127.0.0.1'],
  ],
  [['x-forwarded-for', ', , ,']],
  [['host', 'other.example']],
  [
    [SIGNATURE, 'a'],
    [SIGNATURE, 'b'],
  ],
  [['x-http-method-override', 'GET']],
  [
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ],
  [['accept-encoding', 'gzip;q=nonsense']],
  [['cookie', 'x=y; '.repeat(500)]],
];

/** Creates a message. By default, its length is right. */
export function message(
  path: string,
  { body, headers = [] }: HostileBody,
  extra: Headers = [],
  length: string | null = String(body.length),
): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const all = [
    ['host', 'shop.example'],
    ...(names.has('content-type') ? [] : [['content-type', 'application/json']]),
    ...(length === null ? [] : [['content-length', length]]),
    ...headers,
    ...extra,
  ];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body]);
}

const CHUNKED: Headers = [['transfer-encoding', 'chunked']];

function chunks(random: Random, body: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const size = 1 + random.int(600);
    const part = body.subarray(at, at + size);
    parts.push(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]));
    at += size;
  }
  return [...parts, Buffer.from('0\r\n\r\n')];
}

function inPieces(bytes: Buffer, count: number): Buffer[] {
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)).filter(
    (piece) => piece.length > 0,
  );
}

type Framing = (random: Random, path: string, body: HostileBody) => Omit<HostileRequest, 'kind'>;

const sentAs = (sending: Sending, ...pieces: Buffer[]): Omit<HostileRequest, 'kind'> => ({
  sending,
  pieces,
});

/** Unusual and wrong framings with their relative frequency. Few requests use them, because most need their own connection. */
export const FRAMINGS: readonly (readonly [kind: string, weight: number, make: Framing])[] = [
  [
    'chunked',
    20,
    (random, path, body) =>
      sentAs(
        'last',
        message(path, { ...body, body: Buffer.alloc(0) }, CHUNKED, null),
        ...chunks(random, body.body),
      ),
  ],
  ['odd path', 20, (random, path, body) => sentAs('last', message(random.pick(PATHS)(path, random), body))],
  [
    'extra headers',
    20,
    (random, path, body) => sentAs('last', message(path, body, random.pick(EXTRA_HEADERS))),
  ],
  // Sent alone, because Node writes "100 Continue" into an earlier response on the connection.
  [
    'expectations',
    2,
    (random, path, body) =>
      sentAs('alone', message(path, body, [['expect', random.pick(['100-continue', 'the impossible'])]])),
  ],
  [
    'chunked, cut off',
    4,
    (random, path, body) => {
      const parts = chunks(random, body.body);
      const head = message(path, { ...body, body: Buffer.alloc(0) }, CHUNKED, null);
      return sentAs(random.pick(['finished', 'reset']), head, ...parts.slice(0, random.int(parts.length)));
    },
  ],
  [
    'chunked, broken size',
    3,
    (random, path, body) =>
      sentAs(
        'alone',
        message(path, { ...body, body: Buffer.alloc(0) }, CHUNKED, null),
        Buffer.from(`${random.pick(['zz', '-1', 'ffffffffffffffffff', ' '])}\r\nx\r\n0\r\n\r\n`),
      ),
  ],
  [
    'content-length too long',
    4,
    (random, path, body) =>
      sentAs(
        random.pick(['finished', 'reset']),
        message(path, body, [], String(body.body.length + 1 + random.int(1000))),
      ),
  ],
  [
    'content-length too short',
    4,
    (random, path, body) =>
      sentAs('alone', message(path, body, [], String(random.int(Math.max(1, body.body.length))))),
  ],
  [
    'invalid content-length',
    4,
    (random, path, body) =>
      sentAs(
        'alone',
        message(path, body, [], random.pick(['-1', 'x', '1e3', '99999999999999999999', '0x10', '5, 5'])),
      ),
  ],
  [
    'two lengths',
    3,
    (random, path, body) =>
      sentAs(
        'alone',
        message(
          path,
          body,
          random.pick([CHUNKED, [['content-length', '3']], [['transfer-encoding', 'chunked, gzip']]]),
        ),
      ),
  ],
  [
    'over-long header',
    3,
    (random, path, body) =>
      sentAs('alone', message(path, body, [[`x-${random.int(9)}`, 'x'.repeat(17_000 + random.int(50_000))]])),
  ],
  [
    'too many headers',
    2,
    (_random, path, body) =>
      sentAs(
        'alone',
        message(
          path,
          body,
          Array.from({ length: 3000 }, (_, index) => [`x-${index}`, ''] as const),
        ),
      ),
  ],
  [
    'over-long address',
    3,
    (random, path, body) =>
      sentAs('alone', message(`${path}?${'x'.repeat(17_000 + random.int(50_000))}`, body)),
  ],
  [
    'no HTTP at all',
    3,
    (random) =>
      sentAs(
        'finished',
        random.pick([
          random.bytes(200),
          Buffer.from('\x16\x03\x01\x02\x00\x01'),
          Buffer.from('POST\r\n\r\n'),
          Buffer.from('\r\n\r\n\r\n'),
        ]),
      ),
  ],
  [
    'slow body',
    3,
    (random, path, body) => sentAs('slow', ...inPieces(message(path, body), 5 + random.int(30))),
  ],
  [
    'slow chunks',
    2,
    (random, path, body) =>
      sentAs(
        'slow',
        message(path, { ...body, body: Buffer.alloc(0) }, CHUNKED, null),
        ...chunks(random, body.body),
      ),
  ],
];
