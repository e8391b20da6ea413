import { brotliDecompressSync } from 'node:zlib';
import { DOCUMENT } from './document.generated.js';
import { confirm, resolve, showAction } from './pages/action.js';
import { attention } from './pages/attention.js';
import { deadLetter, endLetter } from './pages/dead-letter.js';
import { splits, subscriptions, till } from './pages/jobs.js';
import { payment, plan, reconcile, reveal } from './pages/payment.js';
import { payoutLines, payouts } from './pages/payouts.js';
import { accounts, find, home, merchant, transaction } from './pages/search.js';
import { problem } from './problem.js';
import { STYLES } from './styles.generated.js';
import type { PageRequest, PlaceRequest, Reply, Route } from './request.js';

/** Creates a route about the payments of a merchant. */
const at = (
  request: `${Route['method']} ${string}`,
  needs: Route['needs'],
  run: (request: PlaceRequest) => Promise<Reply> | Reply,
): Route => {
  const [method, path = ''] = request.split(' ') as [Route['method'], string];
  return {
    ...{ method, path, needs },
    run({ place, ...rest }) {
      if (place === null) throw problem('no-account');
      return run({ ...rest, place });
    },
  };
};

/** All routes. Each one is a method of the controller. The OpenAPI document describes them. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '', needs: 'look', run: accounts },
  { method: 'GET', path: 'styles.css', needs: 'look', run: styles },
  { method: 'GET', path: 'openapi.json', needs: 'look', run: document },
  { method: 'GET', path: 'merchant', needs: 'look', run: merchant },
  at('GET :place', 'look', home),
  at('POST :place/find', 'look', find),
  at('GET :place/attention', 'look', attention),
  at('GET :place/payouts', 'look', payouts),
  at('GET :place/payouts/lines.csv', 'look', payoutLines),
  at('GET :place/till', 'look', till),
  at('GET :place/subscriptions', 'look', subscriptions),
  at('GET :place/splits', 'look', splits),
  at('GET :place/orders/:code', 'look', payment),
  at('POST :place/orders/:code/reveal', 'look', reveal),
  at('POST :place/orders/:code/actions', 'refund', plan),
  at('POST :place/orders/:code/reconcile', 'replay', reconcile),
  at('GET :place/transactions/:id', 'look', transaction),
  at('GET :place/actions/:id', 'look', showAction),
  at('POST :place/actions/:id/confirm', 'refund', confirm),
  at('POST :place/actions/:id/resolve', 'refund', resolve),
  at('GET :place/dead-letters/:id', 'look', deadLetter),
  at('POST :place/dead-letters/:id/replay', 'replay', (request) => endLetter(request, 'replay')),
  at('POST :place/dead-letters/:id/discard', 'replay', (request) => endLetter(request, 'discard')),
];

const unpacked = <Value>(packed: string): Value =>
  JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString()) as Value;

function styles({ operator: { settings } }: PageRequest): Reply {
  return {
    file: `${unpacked<string>(STYLES)}${settings.pages?.stylesheet ?? ''}`,
    type: 'text/css; charset=utf-8',
  };
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

/** Returns the OpenAPI document. Names in the path are parameters, and each route fails in one way. */
export function openapiDocument(): object {
  const described = unpacked<Described>(DOCUMENT);
  const paths = Object.entries(described.paths).map(([path, operations]) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      $ref: `#/components/parameters/${name}`,
    }));
    const all = Object.entries(operations).map(([method, operation]) => {
      const responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } };
      return [method, { ...operation, responses }] as const;
    });
    return [path, { parameters, ...Object.fromEntries<object>(all) }] as const;
  });
  return { ...described, paths: Object.fromEntries<object>(paths) };
}

function document(): Reply {
  return { file: JSON.stringify(openapiDocument()), type: 'application/json' };
}
