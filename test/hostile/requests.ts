import { BODIES } from './bodies.js';
import type { HostileBody } from './bodies.js';
import { FRAMINGS, message } from './framings.js';
import type { HostileRequest } from './framings.js';
import type { Known } from './made-up.js';
import type { Random } from './random.js';

/** One request in so many is framed otherwise. */
const FRAMED_OTHERWISE = 0.1;
const HEAD_END = '\r\n\r\n';

/** Where a request comes from, as the proxy before the shop says: often the same few addresses, else one of very many. */
function sender(random: Random): string {
  const few = random.next() < 0.5;
  const number = () => random.int(256);
  if (random.next() < 0.5)
    return few ? `203.0.113.${random.int(5)}` : `${1 + random.int(9)}.${number()}.${number()}.${number()}`;
  return few ? `2001:db8::${random.int(5)}` : `2001:db8:${number().toString(16)}:${number().toString(16)}::1`;
}

/** The request as the proxy before the shop passes it on: it appends whom it has it from. */
const through = (random: Random, request: HostileRequest): HostileRequest => {
  const [head = Buffer.alloc(0), ...rest] = request.pieces;
  const end = head.indexOf(HEAD_END);
  if (end < 0) return request;
  const line = Buffer.from(`\r\nx-forwarded-for: ${sender(random)}`);
  return { ...request, pieces: [Buffer.concat([head.subarray(0, end), line, head.subarray(end)]), ...rest] };
};

/** Whether both platforms read the body: for one that it cannot read, Fastify closes the connection. */
function isPlain({ body, headers }: HostileBody): boolean {
  if (headers !== undefined || body.length > 60_000) return false;
  try {
    JSON.parse(body.toString());
    return !/"(__proto__|constructor)"/.test(body.toString());
  } catch {
    return false;
  }
}

/** So many requests, the same ones for the same seed. */
export function* hostileRequests(
  random: Random,
  known: Known,
  path: string,
  count: number,
): Generator<HostileRequest> {
  for (let made = 0; made < count; made++) {
    const [kind, , makeBody] = random.weighted(BODIES);
    const body = makeBody(random, known);
    if (random.next() >= FRAMED_OTHERWISE) {
      yield through(random, {
        kind,
        sending: isPlain(body) ? 'whole' : 'last',
        pieces: [message(path, body)],
      });
      continue;
    }
    const [framing, , frame] = random.weighted(FRAMINGS);
    yield through(random, { kind: framing, ...frame(random, path, body) });
  }
}
