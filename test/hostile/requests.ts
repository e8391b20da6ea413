import { BODIES } from './bodies.js';
import type { HostileBody } from './bodies.js';
import { FRAMINGS, message } from './framings.js';
import type { HostileRequest } from './framings.js';
import type { AttackerKnowledge } from './forgeries.js';
import type { Random } from './random.js';

/** Share of the requests with an unusual framing. */
const UNUSUAL_FRAMING = 0.1;
const HEAD_END = '\r\n\r\n';

/** Returns the address of a sender: often one of a few addresses, otherwise one of very many. */
function senderAddress(random: Random): string {
  const few = random.next() < 0.5;
  const number = () => random.int(256);
  if (random.next() < 0.5)
    return few ? `203.0.113.${random.int(5)}` : `${1 + random.int(9)}.${number()}.${number()}.${number()}`;
  return few ? `2001:db8::${random.int(5)}` : `2001:db8:${number().toString(16)}:${number().toString(16)}::1`;
}

/** Adds the sender's address to a request, as the proxy in front of the shop does. */
const withSender = (random: Random, request: HostileRequest): HostileRequest => {
  const [head = Buffer.alloc(0), ...rest] = request.pieces;
  const end = head.indexOf(HEAD_END);
  if (end < 0) return request;
  const line = Buffer.from(`\r\nx-forwarded-for: ${senderAddress(random)}`);
  return { ...request, pieces: [Buffer.concat([head.subarray(0, end), line, head.subarray(end)]), ...rest] };
};

/** Returns whether both platforms can parse the body. If Fastify cannot parse a body, it closes the connection. */
function isPlain({ body, headers }: HostileBody): boolean {
  if (headers !== undefined || body.length > 60_000) return false;
  try {
    JSON.parse(body.toString());
    return !/"(__proto__|constructor)"/.test(body.toString());
  } catch {
    return false;
  }
}

/** Generates requests. The same seed gives the same requests. */
export function* hostileRequests(
  random: Random,
  known: AttackerKnowledge,
  path: string,
  count: number,
): Generator<HostileRequest> {
  for (let created = 0; created < count; created++) {
    const [kind, , makeBody] = random.weighted(BODIES);
    const body = makeBody(random, known);
    if (random.next() >= UNUSUAL_FRAMING) {
      yield withSender(random, {
        kind,
        sending: isPlain(body) ? 'whole' : 'last',
        pieces: [message(path, body)],
      });
      continue;
    }
    const [framing, , frame] = random.weighted(FRAMINGS);
    yield withSender(random, { kind: framing, ...frame(random, path, body) });
  }
}
