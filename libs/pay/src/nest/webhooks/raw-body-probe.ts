import { Readable } from 'node:stream';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { describeThrown } from '../../core/values/describe-thrown.js';
import type { Clock } from '../../core/values/clock.js';
import { rawBodyOf } from './webhook-request.js';

/** Says what is wrong and the one line that puts it right. */
export const RAW_BODY_FIX =
  'Webhooks need the body as it came, and this application does not keep it: ' +
  'create it with NestFactory.create(AppModule, { rawBody: true }).';

/** Whether the application keeps raw bodies; `unknown` when it parses in a way of its own. */
export type RawBodyState = 'kept' | 'lost' | 'unknown';

const PROBE_BODY = Buffer.from('{}');
const PROBE_HEADERS = { 'content-type': 'application/json', 'content-length': String(PROBE_BODY.length) };
const PROBE_TIMEOUT_MS = 1000;
const MAX_PATHS = 500;

interface ProbeRequest {
  rawBody?: unknown;
  body?: unknown;
}

/** Lets the application's own JSON parser read a small body and looks whether the raw one is kept. */
export async function probeRawBody(
  adapter: AbstractHttpAdapter | undefined,
  clock: Clock,
): Promise<RawBodyState> {
  const type = adapter?.getType();
  try {
    const app: unknown = adapter?.getInstance();
    if (type === 'express') return await probeExpress(app as ExpressApplication, clock);
    if (type === 'fastify') return await probeFastify(app as FastifyInstance, clock);
  } catch {
    // A parser that cannot stand the probe says nothing about real requests.
  }
  return 'unknown';
}

interface ExpressLayer {
  handle?: ((request: object, response: object, next: (error?: unknown) => void) => void) & { name: string };
  /** Mounted on every path: Express 5, then Express 4. */
  slash?: boolean;
  regexp?: { fast_slash?: boolean };
  route?: { path?: unknown };
}
interface ExpressApplication {
  _router?: { stack?: ExpressLayer[] };
  router?: { stack?: ExpressLayer[] };
}

async function probeExpress(app: ExpressApplication, clock: Clock): Promise<RawBodyState> {
  // Express 4 throws when `router` is read, Express 5 has no `_router`.
  const stack = (app._router ?? app.router)?.stack ?? [];
  const named = (name: string): ExpressLayer[] => stack.filter(({ handle }) => handle?.name === name);
  const [parser] = named('jsonParser');
  const isEverywhere = parser?.slash === true || parser?.regexp?.fast_slash === true;
  if (!isEverywhere || named('rawParser').length > 0 || named('textParser').length > 0) return 'unknown';
  // A `verify` of the user's own may keep the raw body for some paths only.
  const paths = stack
    .map(({ route }) => route?.path)
    .filter((path): path is string => typeof path === 'string');
  let parsed = false;
  for (const url of new Set(['/', ...paths.slice(0, MAX_PATHS)])) {
    const request: Readable & ProbeRequest = Object.assign(Readable.from([PROBE_BODY]), {
      method: 'POST',
      url,
      originalUrl: url,
      headers: { ...PROBE_HEADERS },
    });
    const { finished } = await settled(clock, (done) => parser.handle?.(request, {}, done));
    if (finished && Buffer.isBuffer(request.rawBody)) return 'kept';
    parsed ||= finished && typeof request.body === 'object';
  }
  return parsed ? 'lost' : 'unknown';
}

interface FastifyInstance {
  hasRequestDecorator(name: string): boolean;
  [contentTypeParser: symbol]: {
    getParser?: (type: string) => { fn?: (request: object, body: Buffer, done: Done) => unknown } | undefined;
  };
}

async function probeFastify(app: FastifyInstance, clock: Clock): Promise<RawBodyState> {
  // A plugin that keeps raw bodies declares them on the request.
  if (app.hasRequestDecorator('rawBody')) return 'unknown';
  const parsers = parsersOf(app);
  const parse = parsers?.getParser?.('application/json')?.fn;
  if (parse === undefined) return 'unknown';
  const request: ProbeRequest & { headers: object } = { headers: { ...PROBE_HEADERS } };
  const outcome = await settled(clock, (done) => {
    const returned = parse(request, PROBE_BODY, done);
    if (returned instanceof Promise) returned.then((body: unknown) => done(null, body), done);
  });
  if (!outcome.finished) return 'unknown';
  return rawBodyOf({ rawBody: request.rawBody, body: outcome.result }) === undefined ? 'lost' : 'kept';
}

function parsersOf(app: FastifyInstance): FastifyInstance[symbol] | undefined {
  for (
    let owner: object | null = app;
    owner !== null;
    owner = Object.getPrototypeOf(owner) as object | null
  ) {
    const key = Object.getOwnPropertySymbols(owner).find(
      ({ description }) => description === 'fastify.contentTypeParser',
    );
    if (key !== undefined) return app[key];
  }
  return undefined;
}

type Done = (error?: unknown, result?: unknown) => void;

/** Whether the parser finished without an error, in good time, and what it made of the body. */
function settled(
  clock: Clock,
  parse: (done: Done) => void,
): Promise<{ finished: boolean; result?: unknown }> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(PROBE_TIMEOUT_MS, () => {
      resolve({ finished: false });
    });
    try {
      parse((error, result) => {
        stop();
        resolve({ finished: error === undefined || error === null, result });
      });
    } catch (error) {
      stop();
      reject(new Error(`the parser threw: ${describeThrown(error).message}`));
    }
  });
}
