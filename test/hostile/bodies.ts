import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { buildPayWebhookForTest, PayEventType, signPayWebhookForTest } from 'nestjs-pay/client';
import type { Random } from './random.js';

/** What an attacker may know. */
export interface Known {
  /** Deliveries as the service sent them. */
  deliveries: readonly string[];
  /** Ids of payments that were made at another account. */
  foreign: readonly { transactionId: string; orderCode: string; merchantId: string }[];
  merchantId: string;
}

/** A body, with headers where it needs some. */
export interface HostileBody {
  body: Buffer;
  headers?: readonly (readonly [name: string, value: string])[];
}

type Generator = (random: Random, known: Known) => HostileBody;

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const TYPES = Object.values(PayEventType);
const MEGABYTE = 1024 * 1024;
/** Ten megabytes each, of a few kilobytes on the wire. */
const BOMBS = [Buffer.alloc(10 * MEGABYTE, ' '), Buffer.alloc(10 * MEGABYTE, '[')].map((bytes) =>
  gzipSync(bytes),
);

const text = (body: string): HostileBody => ({ body: Buffer.from(body) });

/** A real delivery of which nothing is true any more: neither its ids nor its order. */
function untrue(random: Random, { deliveries }: Known): string {
  return random
    .pick(deliveries)
    .replace(UUID, () => random.uuid())
    .replace(/"OrderCode":"?\d+"?/g, () => `"OrderCode":${random.digits(16)}`);
}

/** An event of a type, well formed and made up. */
function forged(random: Random, type: PayEventType, changes: Record<string, unknown> = {}): Buffer {
  return buildPayWebhookForTest(type, {
    MerchantId: random.uuid(),
    TransactionId: random.uuid(),
    ParentId: random.uuid(),
    OrderCode: random.digits(16),
    Amount: random.int(100_000) / 100,
    CurrencyCode: '978',
    StatusId: random.pick(['F', 'A', 'C', 'E', 'X']),
    TransactionTypeId: random.pick([0, 4, 5, 7, 8, 13, 15, 16, 18, 19, 22]),
    MerchantTrns: 'cart-1',
    IsCancelled: random.next() < 0.5,
    SessionId: random.uuid(),
    TerminalId: random.int(1e8),
    ConnectedAccountId: random.uuid(),
    PlatformAccountId: random.uuid(),
    Verified: true,
    WalletTransactionId: random.uuid(),
    BankCommandId: random.uuid(),
    TransferId: random.uuid(),
    ...changes,
  });
}

function mutated(random: Random, bytes: Buffer): Buffer {
  let out = bytes;
  for (let times = 1 + random.int(8); times > 0; times--) {
    const at = random.int(out.length);
    const tail = random.pick([at, at + 1, at + random.int(40)]);
    out = Buffer.concat([out.subarray(0, at), random.bytes(random.int(3)), out.subarray(tail)]);
  }
  return out;
}

/** Puts something in the place of a member's value. */
const withValue = (json: string, member: string, value: string): string =>
  json.replace(new RegExp(`"${member}":("[^"]*"|[^,}]*)`), () => `"${member}":${value}`);

const MEMBERS = [
  'EventTypeId',
  'Amount',
  'OrderCode',
  'TransactionId',
  'MerchantTrns',
  'MessageId',
  'RetryCount',
];
const NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '9'.repeat(5000),
  `0.${'1'.repeat(5000)}`,
  '18446744073709551616',
];
const ODD_VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '"\\u0000"',
  '-1',
  '1796.5',
  '"1796"',
  '[1796]',
  '{"a":1}',
];
const POISON = [
  '"__proto__":{"isAdmin":true,"EventTypeId":1796}',
  '"constructor":{"prototype":{"StatusId":"F"}}',
  '"__proto__":null',
  '"toString":1,"valueOf":{},"hasOwnProperty":"x"',
  '"then":{"then":1}',
];
const ENCODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, 20)],
  ['gzip', (bytes) => bytes],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['identity', (bytes) => bytes],
  ['zstd', (bytes) => bytes],
  ['../etc', (bytes) => bytes],
];
const TYPES_OF_CONTENT = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/jsonp',
  'application/*',
  'a/b/c',
  ';',
  '\xff\xfe',
  `application/json; x="${'y'.repeat(4000)}"`,
];

/** Bodies by kind, each as often as its weight says. */
export const BODIES: readonly (readonly [kind: string, weight: number, make: Generator])[] = [
  ['random bytes', 8, (random) => ({ body: random.bytes(random.int(2000)) })],
  [
    'random JSON characters',
    5,
    (random) =>
      text(
        Array.from({ length: random.int(500) }, () => random.pick([...'{}[]":,0123eE+-.\\ntrufals '])).join(
          '',
        ),
      ),
  ],
  [
    'truncated delivery',
    8,
    (random, known) => {
      const whole = Buffer.from(random.pick(known.deliveries));
      return { body: whole.subarray(0, random.int(whole.length)) };
    },
  ],
  [
    'mutated delivery',
    16,
    (random, known) => ({ body: mutated(random, Buffer.from(untrue(random, known))) }),
  ],
  [
    'deep nesting',
    3,
    (random) => {
      const depth = 10 + random.int(30_000);
      const [open, close] = random.pick([
        ['[', ']'],
        ['{"a":', '}'],
        ['[{"a":', '}]'],
      ] as const);
      const nested = open.repeat(depth) + '1' + close.repeat(random.next() < 0.7 ? depth : 0);
      return text(random.next() < 0.5 ? nested : `{"EventTypeId":1796,"EventData":${nested}}`);
    },
  ],
  [
    'huge numbers',
    4,
    (random, known) => text(withValue(untrue(random, known), random.pick(MEMBERS), random.pick(NUMBERS))),
  ],
  [
    'odd values',
    4,
    (random, known) => text(withValue(untrue(random, known), random.pick(MEMBERS), random.pick(ODD_VALUES))),
  ],
  [
    'prototype keys',
    4,
    (random, known) =>
      text(
        untrue(random, known).replace(
          random.pick(['{', '"EventData":{']),
          (start) => `${start}${random.pick(POISON)},`,
        ),
      ),
  ],
  [
    'duplicate keys',
    4,
    (random, known) => {
      const json = untrue(random, known);
      const member = random.pick(MEMBERS);
      return text(`${json.slice(0, -1)},"${member}":${random.pick(ODD_VALUES)},"EventData":{"OrderCode":1}}`);
    },
  ],
  [
    'lone surrogates',
    3,
    (random, known) =>
      text(
        withValue(
          untrue(random, known),
          random.pick(MEMBERS),
          random.pick(['"\\ud800"', '"\\udfff\\ud800"', '"\\uD83D"']),
        ),
      ),
  ],
  [
    'invalid UTF-8',
    3,
    (random, known) => {
      const [before = '', after = ''] = untrue(random, known).split('"MerchantTrns":"', 2);
      const broken = random.pick([[0xc0, 0xaf], [0xff], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]);
      return {
        body: Buffer.concat([
          Buffer.from(`${before}"MerchantTrns":"`),
          Buffer.from(broken),
          Buffer.from(after),
        ]),
      };
    },
  ],
  [
    'byte order marks',
    2,
    (random, known) => {
      const json = untrue(random, known);
      return {
        body: random.pick([
          Buffer.from(`\ufeff${json}`),
          Buffer.from(`\ufeff${json}`, 'utf16le'),
          Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
        ]),
      };
    },
  ],
  [
    'compression bomb',
    1,
    (random) => ({ body: random.pick(BOMBS), headers: [['content-encoding', 'gzip']] }),
  ],
  [
    'content encoding',
    3,
    (random, known) => {
      const [name, encode] = random.pick(ENCODINGS);
      return { body: encode(Buffer.from(untrue(random, known))), headers: [['content-encoding', name]] };
    },
  ],
  [
    'content type',
    4,
    (random, known) => ({
      body: Buffer.from(untrue(random, known)),
      headers: [['content-type', random.pick(TYPES_OF_CONTENT)]],
    }),
  ],
  [
    'oversize',
    1,
    (random) => text(JSON.stringify({ EventTypeId: 1796, pad: 'x'.repeat(65_000 + random.int(200_000)) })),
  ],
  ['empty', 1, () => text('')],
  ['forged event', 18, (random) => ({ body: forged(random, random.pick(TYPES)) })],
  [
    'forged event of an unknown type',
    2,
    (random) =>
      text(
        JSON.stringify({
          EventTypeId: random.int(2 ** 31) - 2 ** 30,
          EventData: { TransactionId: random.uuid() },
        }),
      ),
  ],
  [
    'forged signature',
    2,
    (random) => {
      const { rawBody, headers } = signPayWebhookForTest({
        secret: random.uuid(),
        body: { FileId: random.uuid() },
      });
      return { body: rawBody, headers: Object.entries(headers) };
    },
  ],
  [
    "another account's payment",
    4,
    (random, { foreign, merchantId }) => {
      const { transactionId, orderCode, merchantId: theirs } = random.pick(foreign);
      const type = random.pick([
        PayEventType.TransactionPaymentCreated,
        PayEventType.TransactionReversalCreated,
        PayEventType.TransactionFailed,
        PayEventType.OrderUpdated,
      ]);
      return {
        body: forged(random, type, {
          TransactionId: transactionId,
          OrderCode: orderCode,
          Amount: 24.5,
          StatusId: 'F',
          TransactionTypeId: 5,
          MerchantId: random.pick([theirs, merchantId]),
        }),
      };
    },
  ],
];
