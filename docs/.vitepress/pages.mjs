// Lists the pages of the docs by kind. The sidebar, llms.txt and test/package/docs.spec.ts use this list.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const DOCS = join(import.meta.dirname, '..');

export const OPERATIONS = 'reference/operations';

/** Returns the index of the operations, and a group for each area in the order of the index. */
function operationGroups() {
  const index = readFileSync(join(DOCS, OPERATIONS, 'index.md'), 'utf8');
  const pages = [...index.matchAll(/\]\(([\w-]+\/[\w-]+)\.md\)/g)].map(([, page]) => page);
  const areas = pages.filter((page) => page.endsWith('/index'));
  return ['index', ...areas].map((first) => ({
    title: titleOf(`${OPERATIONS}/${first}.md`),
    pages: first === 'index' ? [first] : pages.filter((page) => page.startsWith(first.replace('index', ''))),
  }));
}

/** The groups of the sidebar. Pages that no group names are appended to the last group of their kind. */
const KINDS = [
  { folder: 'tutorial', title: 'Tutorial', groups: [{ title: 'Tutorial', pages: [] }] },
  {
    folder: 'how-to',
    title: 'How-to guides',
    groups: [
      {
        title: 'Payments',
        pages: [
          'unit-and-currency',
          'refund',
          'saved-cards-and-recurring-charges',
          'subscriptions',
          'pre-authorization',
          'terminals',
          'till',
          'greece',
          'idempotency-keys',
          'idempotency-keys-from-browsers',
          'turn-failures-into-http-errors',
        ],
      },
      {
        title: 'Webhooks',
        pages: [
          'behind-a-proxy-or-tunnel',
          'exempt-the-webhook-from-guards',
          'durable-inbox',
          'reconcile',
          'worker-only-process',
        ],
      },
      {
        title: 'Accounts and platforms',
        pages: ['several-accounts', 'isv-merchants', 'marketplace-split', 'tokens'],
      },
      {
        title: 'Test and operate',
        pages: [
          'testing',
          'going-live',
          'observe',
          'operator',
          'when-a-customer-calls',
          'after-a-restore',
          'payouts',
          'circuit-breaker',
        ],
      },
      {
        title: 'Other libraries',
        pages: [
          'use-your-orm',
          'swagger',
          'vitest',
          'bullmq',
          'event-emitter',
          'cqrs',
          'migrate-from-vivawallet-sdk',
        ],
      },
    ],
  },
  {
    folder: 'reference',
    title: 'Reference',
    groups: [
      {
        title: 'Reference',
        pages: [
          'module',
          'options',
          'environment-variables',
          'errors',
          'events',
          'webhooks',
          'retries',
          'refunds-and-payouts',
          'operator',
        ],
      },
    ],
  },
  { folder: OPERATIONS, title: 'Operations', groups: operationGroups() },
  { folder: 'explanation', title: 'Explanation', groups: [{ title: 'Explanation', pages: [] }] },
];

/** The simulator is for every language, so its pages of all kinds are a section of their own. */
const SIMULATOR = {
  folder: 'simulator',
  title: 'Simulator',
  groups: [
    { title: 'Start', pages: ['how-to/simulator-start'] },
    {
      title: 'Your language',
      pages: [
        'how-to/simulator-transparent',
        'how-to/simulator-node',
        'how-to/simulator-python',
        'how-to/simulator-php',
        'how-to/simulator-java',
        'how-to/simulator-curl-go-csharp',
        'how-to/client-in-your-language',
      ],
    },
    { title: 'Test', pages: ['how-to/simulator-parallel', 'how-to/simulator-disputes'] },
    { title: 'Run it', pages: ['how-to/simulator-ci', 'how-to/simulator-container'] },
    { title: 'Reference', pages: ['reference/simulator', 'reference/control-api'] },
    {
      title: 'Compared with the service',
      pages: ['explanation/demo-environment', 'explanation/fidelity', 'how-to/verify'],
    },
  ],
};
export const SIMULATOR_PAGES = SIMULATOR.groups.flatMap(({ pages }) => pages);

const namesIn = (folder) =>
  existsSync(join(DOCS, folder))
    ? readdirSync(join(DOCS, folder), { recursive: folder === OPERATIONS })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.slice(0, -'.md'.length))
        .filter((name) => !SIMULATOR_PAGES.includes(`${folder}/${name}`))
        .sort()
    : [];

/** Returns the text of the first heading. */
function titleOf(path) {
  return /^# (.+)$/m.exec(readFileSync(join(DOCS, path), 'utf8'))?.[1] ?? path;
}

/** Returns the kinds with their groups and pages: `{ folder, title, groups: [{ title, pages: [{ path, title }] }] }`. */
export function kinds() {
  const list = KINDS.map(({ folder, title, groups }) => {
    const all = namesIn(folder);
    const named = groups.flatMap(({ pages }) => pages);
    const rest = all.filter((name) => !named.includes(name));
    return {
      folder,
      title,
      groups: groups
        .map((group, index) => ({
          title: group.title,
          pages: [
            ...group.pages.filter((name) => all.includes(name)),
            ...(index === groups.length - 1 ? rest : []),
          ].map((name) => ({ path: `${folder}/${name}.md`, title: titleOf(`${folder}/${name}.md`) })),
        }))
        .filter(({ pages }) => pages.length > 0),
    };
  }).filter(({ groups }) => groups.length > 0);
  const groups = SIMULATOR.groups.map(({ title, pages }) => ({
    title,
    pages: pages.map((name) => ({ path: `${name}.md`, title: titleOf(`${name}.md`) })),
  }));
  return [...list, { ...SIMULATOR, groups }];
}
