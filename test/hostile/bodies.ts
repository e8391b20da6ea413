import { gzipSync } from 'node:zlib';
import { PayEventType, signPayWebhookForTest } from 'nestjs-pay/client';
import { changedDelivery, forgedEvent, mutated, withValue } from './forgeries.js';
import type { AttackerKnowledge } from './forgeries.js';
import type { Random } from './random.js';
import { ENCODINGS, MEMBERS, NUMBERS, ODD_VALUES, POISON, CONTENT_TYPES } from './values.js';

/** A request body, and the headers that it needs. */
export interface HostileBody {
  body: Buffer;
  headers?: readonly (readonly [name: string, value: string])[];
}

type Generator = (random: Random, known: AttackerKnowledge) => HostileBody;

const TYPES = Object.values(PayEventType);
const MEGABYTE = 1024 * 1024;
/** Ten megabytes each, compressed to a few kilobytes. */
const BOMBS = [Buffer.alloc(10 * MEGABYTE, ' '), Buffer.alloc(10 * MEGABYTE, '[')].map((bytes) =>
  gzipSync(bytes),
);

const text = (body: string): HostileBody => ({ body: Buffer.from(body) });

/** Kinds of bodies with their relative frequency. */
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
    (random, known) => ({ body: mutated(random, Buffer.from(changedDelivery(random, known))) }),
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
    (random, known) =>
      text(withValue(changedDelivery(random, known), random.pick(MEMBERS), random.pick(NUMBERS))),
  ],
  [
    'odd values',
    4,
    (random, known) =>
      text(withValue(changedDelivery(random, known), random.pick(MEMBERS), random.pick(ODD_VALUES))),
  ],
  [
    'prototype keys',
    4,
    (random, known) =>
      text(
        changedDelivery(random, known).replace(
          random.pick(['{', '"EventData":{']),
          (start) => `${start}${random.pick(POISON)},`,
        ),
      ),
  ],
  [
    'duplicate keys',
    4,
    (random, known) => {
      const json = changedDelivery(random, known);
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
          changedDelivery(random, known),
          random.pick(MEMBERS),
          random.pick(['"\\ud800"', '"\\udfff\\ud800"', '"\\uD83D"']),
        ),
      ),
  ],
  [
    'invalid UTF-8',
    3,
    (random, known) => {
      const [before = '', after = ''] = changedDelivery(random, known).split('"MerchantTrns":"', 2);
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
      const json = changedDelivery(random, known);
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
      return {
        body: encode(Buffer.from(changedDelivery(random, known))),
        headers: [['content-encoding', name]],
      };
    },
  ],
  [
    'content type',
    4,
    (random, known) => ({
      body: Buffer.from(changedDelivery(random, known)),
      headers: [['content-type', random.pick(CONTENT_TYPES)]],
    }),
  ],
  [
    'oversize',
    1,
    (random) => text(JSON.stringify({ EventTypeId: 1796, pad: 'x'.repeat(65_000 + random.int(200_000)) })),
  ],
  ['empty', 1, () => text('')],
  ['forged event', 18, (random, known) => ({ body: forgedEvent(random, known, random.pick(TYPES)) })],
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
    (random, known) => {
      const { transactionId, orderCode, merchantId: otherMerchantId } = random.pick(known.foreign);
      const type = random.pick([
        PayEventType.TransactionPaymentCreated,
        PayEventType.TransactionReversalCreated,
        PayEventType.TransactionFailed,
        PayEventType.OrderUpdated,
      ]);
      return {
        body: forgedEvent(random, known, type, {
          TransactionId: transactionId,
          OrderCode: orderCode,
          Amount: 24.5,
          StatusId: 'F',
          TransactionTypeId: 5,
          MerchantId: random.pick([otherMerchantId, known.merchantId]),
        }),
      };
    },
  ],
];
