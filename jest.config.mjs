import { readFileSync } from 'node:fs';
import { groupsOf } from './test/groups/groups.mjs';

const { paths } = JSON.parse(
  readFileSync(new URL('./tsconfig.json', import.meta.url), 'utf8'),
).compilerOptions;
const alias = Object.fromEntries(
  Object.entries(paths).map(([name, [file]]) => [`^${name}$`, file.replace('./', '<rootDir>/')]),
);
const relativeJs = { '^(\\.{1,2}/.*)\\.js$': '$1' };
const compile = (options) => [
  '@swc/jest',
  {
    // Source maps in files of their own are read only if a test fails.
    sourceMaps: true,
    module: { type: 'es6' },
    jsc: {
      target: 'es2023',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      ...options,
    },
  },
];
const SOURCES = { ...alias, ...relativeJs };
function project(displayName, testMatch, moduleNameMapper = SOURCES, others = LONG) {
  const groups = process.env.PAY_TEST_GROUPS === '1' ? groupsOf(displayName, testMatch, others) : undefined;
  const kind = moduleNameMapper === SOURCES ? 'sources' : 'built';
  return {
    displayName,
    // Projects with the same settings share compiled files.
    id: groups === undefined ? kind : `${kind}-grouped`,
    testEnvironment: 'node',
    extensionsToTreatAsEsm: ['.ts'],
    // `ts` first: a stale .js beside a source must never win.
    moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
    moduleNameMapper,
    transform: { '^.+\\.ts$': compile(groups?.compilerOptions) },
    ...(groups?.settings ?? {
      testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
      testPathIgnorePatterns: ['/node_modules/', ...others.map((file) => `<rootDir>/${file}`)],
    }),
  };
}

/** Main paths in a browser, which `npm test` runs. The project `screens` has the others. */
const MAIN_PATHS = [
  'test/browser/demo/purchase.browser-spec.ts',
  'test/browser/sample/sample.browser-spec.ts',
  'test/browser/simulator/checkout.browser-spec.ts',
];
/** Specs of the built packages that need other programs or an installation, or kill processes. */
const INSTALLED = ['compose', 'sea', 'demo-restart', 'crash', 'inbox-crash', 'idempotency-crash'].map(
  (name) => `test/package/${name}.spec.ts`,
);
/** Long specs of what a change rarely breaks: simulated years, thousands of payments, killed processes, each ORM, and whole runs of tools. */
const LONG = [
  'apps/demo/src/marketplace/marketplace.spec.ts',
  'libs/pay/src/cli/operator/after-a-restore.spec.ts',
  'libs/pay-simulator/src/domain/archive.spec.ts',
  'libs/pay-simulator/src/verify/differences.spec.ts',
  'libs/pay-simulator/src/verify/verify-command.spec.ts',
  'test/contract/one-place.spec.ts',
  'test/e2e/nest-reconciler-chaos.e2e-spec.ts',
  'test/e2e/nest-reversals-year.e2e-spec.ts',
  'test/idempotency/charges.spec.ts',
  ...[
    'bullmq-chaos',
    'claim-cost',
    'forged-flood',
    'nested-transactions',
    'orm-crash',
    'orm-transactions',
  ].map((name) => `test/inbox/${name}.spec.ts`),
  'test/payouts/large.spec.ts',
  'test/stores/isolation.spec.ts',
  'test/stores/jobs.spec.ts',
  'test/subscriptions/midnight.spec.ts',
  'test/subscriptions/year.spec.ts',
  'test/till/till-kills.spec.ts',
  'test/fiscal/fiscal-kills.spec.ts',
];
/** One PostgreSQL server for all tests. */
const POSTGRES = {
  globalSetup: '<rootDir>/test/inbox/postgres.mjs',
  globalTeardown: '<rootDir>/test/inbox/postgres-stop.mjs',
};

export default {
  // Only a busy machine needs this long: no test sleeps.
  testTimeout: 120_000,
  // Modules of finished files stay in memory, so a worker restarts when it uses more. Memory of databases does not count.
  workerIdleMemoryLimit: '300MB',
  testSequencer: '<rootDir>/test/sequencer.mjs',
  coverageProvider: 'v8',
  collectCoverageFrom: ['libs/*/src/**/*.ts', '!**/*.spec.ts'],
  projects: [
    project('unit', ['libs/*/src/**/*.spec.ts', 'libs/pay/schematics/*.spec.ts', 'apps/**/*.spec.ts']),
    project('contract', ['test/contract/**/*.spec.ts', 'test/openapi/**/*.spec.ts']),
    project('e2e', [
      'test/e2e/**/*.e2e-spec.ts',
      'test/payouts/**/*.spec.ts',
      'docs/tutorial/**/*.e2e-spec.ts',
    ]),
    // With more runs than in `unit`.
    { ...project('long', [...LONG, 'libs/**/*.property.spec.ts'], SOURCES, []), ...POSTGRES },
    {
      ...project('inbox', [
        'test/inbox/**/*.spec.ts',
        'test/idempotency/**/*.spec.ts',
        'test/stores/**/*.spec.ts',
        'test/till/**/*.spec.ts',
        'test/fiscal/**/*.spec.ts',
        'test/subscriptions/**/*.spec.ts',
        'test/splits/**/*.spec.ts',
      ]),
      ...POSTGRES,
    },
    // No aliases: these import the built package by its name, as users do.
    project('package', ['test/package/**/*.spec.ts'], relativeJs, INSTALLED),
    project(
      'compatibility',
      ['test/compatibility/*.spec.ts', 'test/foreign-clients/*.spec.ts', ...INSTALLED],
      relativeJs,
    ),
    project('chaos', ['test/chaos/**/*.spec.ts', 'test/soak/**/*.spec.ts'], relativeJs),
    project('hostile', ['test/hostile/**/*.spec.ts'], relativeJs),
    project('browser', MAIN_PATHS, relativeJs),
    project('screens', ['test/browser/**/*.browser-spec.ts'], relativeJs, MAIN_PATHS),
  ],
};
