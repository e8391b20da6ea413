// Which layer may import which: see "Architecture" in INVARIANTS.md. The rules compare resolved paths, so they also cover
// dynamic imports and imports by package name. `.dependency-cruiser.cjs` forbids import cycles.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';

const PAY = './libs/pay/src';
const SIMULATOR = './libs/pay-simulator';
const MODULES = './node_modules';
const BY_NAME = 'Import the library by its package name.';
const { paths } = JSON.parse(
  readFileSync(new URL('./tsconfig.json', import.meta.url), 'utf8'),
).compilerOptions;
const ENTRIES = Object.values(paths)
  .flat()
  .filter((file) => file.startsWith(PAY));

/** Folders of the library: the folders that each may import, and the packages that it may load. */
const CORE = ['core/values', 'core/operation', 'core/options', 'core/http'];
const FOLDERS = {
  'core/values': { mayImport: [], packages: [] },
  'core/operation': { mayImport: ['core/values'], packages: [] },
  'core/options': {
    mayImport: ['core/values', 'core/operation'],
    packages: ['class-transformer', 'class-validator', 'reflect-metadata'],
  },
  'core/http': { mayImport: ['core/values', 'core/operation', 'core/options'], packages: ['undici'] },
  // The application passes its database connection, so no driver is loaded.
  stores: { mayImport: [...CORE], packages: [] },
  auth: { mayImport: [...CORE], packages: [] },
  outcome: { mayImport: [...CORE, 'areas'], packages: [] },
  areas: { mayImport: [...CORE, 'auth'], packages: ['class-transformer', 'class-validator'] },
  timeline: { mayImport: [...CORE, 'areas', 'webhooks'], packages: [] },
  clients: { mayImport: [...CORE, 'auth', 'areas', 'outcome'], packages: [] },
  // Confirmation reads with the areas of a client.
  webhooks: { mayImport: [...CORE, 'areas', 'clients'], packages: [] },
  inbox: { mayImport: [...CORE, 'stores', 'webhooks'], packages: ['bullmq'] },
  idempotency: { mayImport: [...CORE, 'stores'], packages: [] },
  telemetry: { mayImport: [...CORE, 'webhooks'], packages: ['@opentelemetry'] },
  swagger: { mayImport: ['areas'], packages: [] },
  health: { mayImport: [...CORE, 'areas', 'nest'], packages: ['@nestjs'] },
  // What till, subscriptions and splits share.
  jobs: {
    mayImport: [...CORE, 'stores', 'inbox', 'idempotency', 'nest'],
    packages: ['@nestjs', 'rxjs'],
  },
  till: {
    mayImport: [...CORE, 'stores', 'areas', 'webhooks', 'inbox', 'nest', 'jobs'],
    packages: ['@nestjs', 'rxjs'],
  },
  subscriptions: {
    mayImport: [...CORE, 'stores', 'areas', 'webhooks', 'timeline', 'clients', 'idempotency', 'nest', 'jobs'],
    packages: ['@nestjs'],
  },
  payouts: { mayImport: [...CORE, 'areas'], packages: ['csv-stringify'] },
  splits: {
    mayImport: [...CORE, 'stores', 'areas', 'webhooks', 'idempotency', 'nest', 'jobs'],
    packages: ['@nestjs'],
  },
  doctor: { mayImport: [...CORE, 'auth', 'areas', 'webhooks', 'clients'], packages: [] },
  // `nest` only for the files that read environment variables, which load no Nest. A command loads its driver when it runs.
  cli: {
    mayImport: [
      ...CORE,
      'stores',
      'areas',
      'webhooks',
      'timeline',
      'clients',
      'inbox',
      'idempotency',
      'doctor',
      'nest',
      'subscriptions',
      'till',
      'payouts',
      'splits',
    ],
    packages: ['pg', 'reflect-metadata'],
  },
  testing: { mayImport: [...CORE, 'webhooks', 'inbox', 'idempotency', 'nest'], packages: ['@nestjs'] },
  nest: {
    mayImport: [...CORE, 'auth', 'areas', 'webhooks', 'timeline', 'clients', 'inbox', 'idempotency'],
    packages: ['@nestjs', 'axios', 'class-validator', 'rxjs'],
  },
};

/** Files of other areas that an area may import: areas that it consists of, and shared enums and types. */
const AREA_IMPORTS = {
  'bank-transfers': ['wallets/wallets.types.ts'],
  'isv-payments': ['payments'],
  'isv-pos': ['pos-devices', 'pos-session', 'pos-transactions'],
  'isv-source': ['source'],
  'isv-transactions': ['data-services', 'transactions'],
  'legacy-bank-accounts': ['wallets/wallets.types.ts'],
  'marketplace-payments': ['payments'],
  'marketplace-transactions': ['transactions'],
  obligations: ['wallets/wallets.types.ts'],
  pos: ['pos-devices', 'pos-session', 'pos-transactions'],
  resellers: ['rf-code-payments/rf-code.ts'],
};

/** Folders of the simulator, and the folders that each may import. Handlers and pages also know the types of all services. */
const SIMULATOR_FOLDERS = {
  domain: [],
  http: ['domain'],
  deliveries: ['domain', 'http'],
  // Only the types of the handle are from wiring/.
  transparent: ['domain', 'http', 'wiring'],
  checkout: ['domain', 'http', 'wiring'],
  onboarding: ['domain', 'http', 'checkout'],
  operations: ['domain', 'http', 'deliveries', 'wiring'],
  control: ['domain', 'http', 'deliveries', 'checkout', 'state', 'wiring'],
  openapi: ['domain', 'http'],
  // The console and the terminals link to each other.
  terminal: ['domain', 'http', 'checkout', 'console', 'wiring'],
  console: ['domain', 'http', 'deliveries', 'operations', 'checkout', 'onboarding', 'terminal', 'wiring'],
  state: ['domain'],
  wiring: [
    ...['domain', 'http', 'deliveries', 'operations', 'control', 'state', 'transparent'],
    ...['checkout', 'onboarding', 'terminal', 'console', 'openapi'],
  ],
  cli: ['domain', 'http', 'deliveries', 'control', 'wiring'],
  verify: ['domain', 'http', 'operations', 'cli'],
};

/** Packages that only one file or folder may load. */
const RESTRICTED_PACKAGES = [
  {
    name: 'undici',
    others: ['core/http/!(undici-transport).ts'],
    message: 'Only core/http/undici-transport.ts loads undici.',
  },
  {
    name: 'bullmq',
    others: ['inbox/*.ts', 'inbox/!(bullmq)/**/*.ts'],
    message: 'Only inbox/bullmq/ loads bullmq.',
  },
  { name: 'axios', others: ['nest/*.ts', 'nest/!(http)/**/*.ts'], message: 'Only nest/http/ loads axios.' },
];

const zone = (target, from, message, except = []) => ({ target, from, message, except });

/** @param folders folder → the other folders that it may import. */
const folderZones = (source, folders) =>
  Object.entries(folders)
    .map(([folder, mayImport]) =>
      zone(
        `${source}/${folder}`,
        Object.keys(folders)
          .filter((name) => name !== folder && !mayImport.includes(name))
          .map((name) => `${source}/${name}`),
        `${folder}/ may import only ${mayImport.join(', ') || 'its own files'}.`,
      ),
    )
    .filter(({ from }) => from.length > 0);

const inAreas = readdirSync(new URL(`${PAY}/areas`, import.meta.url), { withFileTypes: true });
const shared = inAreas.filter((entry) => entry.isFile()).map(({ name }) => name);
const areaZones = inAreas
  .filter((entry) => entry.isDirectory())
  .map(({ name }) =>
    zone(
      `${PAY}/areas/${name}`,
      `${PAY}/areas`,
      'An area may import another area only if AREA_IMPORTS in eslint.borders.mjs lists it.',
      [name, ...shared, ...(AREA_IMPORTS[name] ?? [])],
    ),
  );

/** Rules for all files, including specs. */
const layerZones = [
  ...folderZones(
    PAY,
    Object.fromEntries(Object.entries(FOLDERS).map(([folder, { mayImport }]) => [folder, mayImport])),
  ),
  ...areaZones,
  zone(`${PAY}/client.ts`, [`${PAY}/nest`, `${PAY}/index.ts`], '`nestjs-pay/client` must not load Nest.'),
  zone(
    `${PAY}/nest/webhooks`,
    [`${PAY}/areas`, `${PAY}/core/values/money.ts`],
    'nest/webhooks/ defines no payment rule: which values confirm an event is decided in webhooks/.',
  ),
  zone(
    SIMULATOR,
    './libs/pay',
    'The simulator must not import code of the library; they share only contract/.',
  ),
  zone(
    ['./libs/pay', SIMULATOR],
    ['./apps', './bench', './dist', './libs/pay/dist', './libs/pay-simulator/dist'],
    'The library and the simulator must not import apps, benchmarks or the build.',
  ),
];

/** Rules for published files. Specs may also load tools, helpers of tests and entry files, and compare library and simulator. */
const publishedZones = [
  ...Object.entries(FOLDERS).map(([folder, { packages }]) =>
    zone(`${PAY}/${folder}`, MODULES, `${folder}/ may load only ${packages.join(', ') || 'Node'}.`, packages),
  ),
  ...RESTRICTED_PACKAGES.map(({ name, others, message }) =>
    zone(
      others.map((files) => `${PAY}/${files}`),
      `${MODULES}/${name}`,
      message,
    ),
  ),
  zone(`${PAY}/client.ts`, MODULES, '`nestjs-pay/client` may load only reflect-metadata.', [
    'reflect-metadata',
  ]),
  zone(`${PAY}/*/**`, ENTRIES, 'Only users of the package may import its entry files.'),
  zone(
    [`${PAY}/!(bullmq).ts`, `${PAY}/!(inbox)/**`, `${PAY}/inbox/*.ts`, `${PAY}/inbox/!(bullmq)/**`],
    [`${PAY}/bullmq.ts`, `${PAY}/inbox/bullmq`],
    'Only `nestjs-pay/bullmq` may import the BullMQ inbox.',
  ),
  zone(
    [`${PAY}/!(opentelemetry).ts`, `${PAY}/!(telemetry)/**`],
    [`${PAY}/opentelemetry.ts`, `${PAY}/telemetry`],
    'Only `nestjs-pay/opentelemetry` may import OpenTelemetry code.',
  ),
  zone(
    [`${PAY}/!(subscriptions).ts`, `${PAY}/!(subscriptions)/**`],
    [`${PAY}/subscriptions.ts`, `${PAY}/subscriptions`],
    'Only `nestjs-pay/subscriptions` may import the code of subscriptions; the command prints its tables.',
    ['migrations.ts'],
  ),
  zone(
    [`${PAY}/!(splits).ts`, `${PAY}/!(splits|cli)/**`],
    [`${PAY}/splits.ts`, `${PAY}/splits`],
    'Only `nestjs-pay/splits` may import the code of splits; the command prints its tables.',
  ),
  zone(
    [`${PAY}/*.ts`, `${PAY}/!(till|subscriptions|splits|jobs)/**`],
    `${PAY}/jobs`,
    'Only the till, subscriptions and splits may import what they share.',
  ),
  zone(
    [`${PAY}/!(terminus).ts`, `${PAY}/!(health)/**`],
    [`${PAY}/terminus.ts`, `${PAY}/health`, `${MODULES}/@nestjs/terminus`],
    'Only `nestjs-pay/terminus` may import Terminus code.',
  ),
  zone(
    [`${PAY}/!(till).ts`, `${PAY}/!(till|cli)/**`],
    [`${PAY}/till.ts`, `${PAY}/till`],
    'Only `nestjs-pay/till` may import the till.',
  ),
  zone(
    [`${PAY}/!(payouts).ts`, `${PAY}/!(payouts|cli)/**`],
    [`${PAY}/payouts.ts`, `${PAY}/payouts`],
    'Only `nestjs-pay/payouts` and the command may import the payouts.',
  ),
  zone(['./libs/pay', SIMULATOR], './test', 'Published code must not import tests.'),
  ...folderZones(`${SIMULATOR}/src`, SIMULATOR_FOLDERS),
  zone(
    `${SIMULATOR}/src/!(wiring)/**`,
    `${SIMULATOR}/src/wiring`,
    'Only the types of services may be imported from wiring/.',
    ['services.ts', 'merchant-services.ts', 'simulator.types.ts'],
  ),
  zone(
    [`${SIMULATOR}/src/*.ts`, `${SIMULATOR}/src/!(verify|transparent)/**`],
    MODULES,
    'The simulator may load only Node modules.',
    ['yaml'],
  ),
  zone(
    [`${SIMULATOR}/src/!(cli)/**`, `${SIMULATOR}/src/cli/!(seed-file).ts`],
    `${MODULES}/yaml`,
    'Only the seed file is YAML.',
  ),
  zone(`${SIMULATOR}/src/transparent`, MODULES, 'transparent/ may load only node-forge.', ['node-forge']),
  zone(`${SIMULATOR}/src/verify`, MODULES, 'verify/ may load only types of the compiler.', ['typescript']),
  zone(
    [`${SIMULATOR}/src/!(cli).ts`, `${SIMULATOR}/src/!(verify)/**`],
    `${SIMULATOR}/src/verify`,
    'Only the command may import verify/.',
  ),
  zone(
    [`${PAY}/*.ts`, `${PAY}/!(testing)/**`],
    SIMULATOR,
    'Only `nestjs-pay/testing` may import the simulator.',
  ),
  zone(`${PAY}/testing`, SIMULATOR, 'Import the simulator by its package name.', ['src/index.ts']),
];

const imports = (zones) => ({
  'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
});

export default [
  {
    files: ['**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.js'],
          extensionAlias: { '.js': ['.ts', '.js'] },
          conditionNames: ['import', 'node', 'default'],
          tsconfig: { configFile: fileURLToPath(new URL('./tsconfig.json', import.meta.url)) },
        }),
      ],
    },
    rules: imports(layerZones),
  },
  {
    files: ['libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.testing.ts'],
    rules: imports([...layerZones, ...publishedZones]),
  },
  {
    // These rules compare the written path, because the package name resolves to the same files.
    files: ['apps/**/*.ts', 'docs/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: '/libs/', message: BY_NAME }] }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportExpression > Literal[value=/\\/libs\\//]', message: BY_NAME },
      ],
    },
  },
];
