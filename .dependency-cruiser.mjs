// Which file may import which: see "Structure" in INVARIANTS.md. The rules compare resolved paths, so they also cover dynamic
// imports, types and imports by package name.
import { readdirSync, readFileSync } from 'node:fs';

const PAY = 'libs/pay/src';
const SIMULATOR = 'libs/pay-simulator/src';
const { paths } = JSON.parse(
  readFileSync(new URL('./tsconfig.json', import.meta.url), 'utf8'),
).compilerOptions;
const ENTRIES = Object.values(paths)
  .flat()
  .map((file) => file.replace('./', ''))
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
  // What till, subscriptions, splits and fiscal sales share.
  jobs: {
    mayImport: [...CORE, 'stores', 'inbox', 'idempotency', 'nest'],
    packages: ['@nestjs', 'rxjs'],
  },
  till: {
    mayImport: [...CORE, 'stores', 'areas', 'webhooks', 'inbox', 'nest', 'jobs'],
    packages: ['@nestjs', 'rxjs'],
  },
  // Of the till, only its types and its hook: see `till-hook`.
  fiscal: {
    mayImport: [...CORE, 'stores', 'areas', 'inbox', 'nest', 'jobs', 'till'],
    packages: ['@nestjs'],
  },
  subscriptions: {
    mayImport: [...CORE, 'stores', 'areas', 'webhooks', 'timeline', 'clients', 'idempotency', 'nest', 'jobs'],
    packages: ['@nestjs'],
  },
  payouts: { mayImport: [...CORE, 'areas'], packages: [] },
  splits: {
    mayImport: [...CORE, 'stores', 'areas', 'webhooks', 'idempotency', 'nest', 'jobs'],
    packages: ['@nestjs'],
  },
  // No other folder imports it. Of jobs it imports types only: `operator-types` below.
  operator: {
    mayImport: [
      ...CORE,
      ...['stores', 'areas', 'webhooks', 'timeline', 'inbox', 'idempotency', 'nest', 'jobs', 'payouts'],
      ...['till', 'subscriptions', 'splits', 'fiscal'],
    ],
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
      'fiscal',
      'operator',
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
  'isv-payments': ['payments'],
  'isv-pos': ['pos-devices', 'pos-session', 'pos-transactions'],
  'isv-source': ['source'],
  'isv-transactions': ['data-services', 'transactions'],
  'marketplace-payments': ['payments'],
  'marketplace-transactions': ['transactions'],
  pos: ['pos-devices', 'pos-session', 'pos-transactions'],
  resellers: ['rf-code-payments/rf-code.ts'],
};

/** Folders of the simulator from the lowest to the highest, and the folders that each may import, which are all above it here. */
const SIMULATOR_FOLDERS = {
  domain: [],
  http: ['domain'],
  state: ['domain'],
  deliveries: ['domain', 'http'],
  // The services of merchants, ISV and marketplace.
  services: ['domain', 'http', 'state', 'deliveries'],
  operations: ['domain', 'http', 'deliveries', 'services'],
  control: ['domain', 'http', 'state', 'deliveries', 'services', 'operations'],
  handle: ['domain', 'http', 'state', 'deliveries', 'services', 'control'],
  // Pages that the service shows to customers and invited accounts. They call the domain, as its operations do.
  checkout: ['domain', 'http'],
  onboarding: ['domain', 'http', 'checkout'],
  console: ['domain', 'http', 'operations', 'control', 'checkout'],
  terminal: ['domain', 'http', 'control', 'checkout', 'console'],
  openapi: ['domain', 'http'],
  transparent: ['domain', 'http'],
  wiring: [
    ...['domain', 'http', 'state', 'deliveries', 'services', 'operations', 'control', 'handle'],
    ...['checkout', 'onboarding', 'console', 'terminal', 'openapi', 'transparent'],
  ],
  cli: ['domain', 'http', 'deliveries', 'control', 'wiring'],
  verify: ['domain', 'http', 'operations', 'cli'],
};
/** Folders of pages that see the simulator through the operations of the control API only. */
const CONTROLLED_PAGES = ['console', 'terminal'];
/** Files of the simulator's domain without state: facts of the contract, names of states, formats. */
const DOMAIN_FACTS = [
  ...['athens-time', 'card', 'coming-kinds', 'contract.generated', 'currencies', 'invitations', 'issuer'],
  ...['order', 'signed-sale', 'terminal-session', 'terminals', 'transaction', 'wire-json'],
].map((name) => `${SIMULATOR}/domain/${name}.ts`);
for (const [at, [folder, mayImport]] of Object.entries(SIMULATOR_FOLDERS).entries()) {
  const upward = mayImport.filter((name) => !Object.keys(SIMULATOR_FOLDERS).slice(0, at).includes(name));
  if (upward.length > 0)
    throw new Error(
      `${folder}/ may import only folders above it in SIMULATOR_FOLDERS, not ${upward.join(', ')}`,
    );
}

/** Specs may also load tools, test doubles and entry files, and compare library and simulator. */
const UNPUBLISHED = String.raw`\.(spec|testing)\.ts$`;
const start = (paths) => `^(${paths.map((path) => path.replaceAll('.', String.raw`\.`)).join('|')})(/|$)`;
const inside = (source, folders) => start(folders.map((folder) => `${source}/${folder}`));

/** A rule for all files of `from`. `only` of `to` remains allowed. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** A rule for published files. */
const published = (name, comment, { path, pathNot = [] }, to) =>
  rule(name, comment, { path, pathNot: [UNPUBLISHED, ...[pathNot].flat()] }, to);
/** Published code of `source` outside `owners` must not import `targets`. */
const onlyFrom = (name, comment, source, owners, targets, except) =>
  published(
    name,
    comment,
    { path: start([source]), pathNot: inside(source, owners) },
    { path: start(targets), ...(except && { pathNot: except }) },
  );

/** @param folders folder → the other folders that it may import. */
const folderRules = (source, folders, add = rule) =>
  Object.entries(folders)
    .map(([folder, mayImport]) => {
      const others = Object.keys(folders).filter((name) => name !== folder && !mayImport.includes(name));
      return [folder, mayImport, others];
    })
    .filter(([, , others]) => others.length > 0)
    .map(([folder, mayImport, others]) =>
      add(
        `${folder}/`,
        `${folder}/ may import only ${mayImport.join(', ') || 'its own files'}.`,
        { path: inside(source, [folder]) },
        { path: inside(source, others) },
      ),
    );

const inAreas = readdirSync(new URL(`${PAY}/areas`, import.meta.url), { withFileTypes: true });
const shared = inAreas.filter((entry) => entry.isFile()).map(({ name }) => name);
const areaRules = inAreas
  .filter((entry) => entry.isDirectory())
  .map(({ name }) =>
    rule(
      `areas/${name}/`,
      'An area may import another area only if AREA_IMPORTS in .dependency-cruiser.mjs lists it.',
      { path: inside(`${PAY}/areas`, [name]) },
      {
        path: start([`${PAY}/areas`]),
        pathNot: inside(`${PAY}/areas`, [name, ...shared, ...(AREA_IMPORTS[name] ?? [])]),
      },
    ),
  );

const NO_PACKAGE = '^node_modules/';
const packages = (names) => (names.length > 0 ? [start(names.map((name) => `node_modules/${name}`))] : []);
/** Published code at `path` may load only these packages. The simulator and the library by name are borders of their own. */
const packageRule = (name, comment, path, names) =>
  published(name, comment, { path }, { path: NO_PACKAGE, pathNot: packages(names) });

export default {
  forbidden: [
    rule('no-cycles', 'Move what both files need into a third file.', {}, { circular: true }),
    ...folderRules(
      PAY,
      Object.fromEntries(Object.entries(FOLDERS).map(([folder, { mayImport }]) => [folder, mayImport])),
    ),
    ...areaRules,
    rule(
      'client-without-nest',
      '`nestjs-pay/client` must not load Nest.',
      { path: start([`${PAY}/client.ts`]) },
      { path: inside(PAY, ['nest', 'index.ts']) },
    ),
    rule(
      'nest-webhooks',
      'nest/webhooks/ defines no payment rule: which values confirm an event is decided in webhooks/.',
      { path: inside(PAY, ['nest/webhooks']) },
      { path: inside(PAY, ['areas', 'core/values/money.ts']) },
    ),
    rule(
      'simulator-without-library',
      'The simulator must not import code of the library; they share only contract/.',
      { path: '^libs/pay-simulator/' },
      { path: '^libs/pay/' },
    ),
    rule(
      'libraries-alone',
      'The library and the simulator must not import apps, benchmarks or the build.',
      { path: '^libs/' },
      { path: '^(apps|bench|dist|libs/[^/]+/dist)/' },
    ),
    published(
      'published-without-tests',
      'Published code must not import tests.',
      { path: '^libs/[^/]+/src/' },
      { path: '^test/' },
    ),

    ...Object.entries(FOLDERS).map(([folder, { packages: names }]) =>
      packageRule(
        `packages-of-${folder}`,
        `${folder}/ may load only ${names.join(', ') || 'Node'}.`,
        inside(PAY, [folder]),
        names,
      ),
    ),
    packageRule(
      'packages-of-client',
      '`nestjs-pay/client` may load only reflect-metadata.',
      start([`${PAY}/client.ts`]),
      ['reflect-metadata'],
    ),
    onlyFrom(
      'undici',
      'Only core/http/undici-transport.ts loads undici.',
      PAY,
      ['core/http/undici-transport.ts'],
      ['node_modules/undici'],
    ),
    onlyFrom('bullmq', 'Only inbox/bullmq/ loads bullmq.', PAY, ['inbox/bullmq'], ['node_modules/bullmq']),
    onlyFrom('axios', 'Only nest/http/ loads axios.', PAY, ['nest/http'], ['node_modules/axios']),
    published(
      'entries',
      'Only users of the package may import its entry files.',
      { path: `^${PAY}/.+/` },
      { path: start(ENTRIES) },
    ),
    onlyFrom(
      'bullmq-inbox',
      'Only `nestjs-pay/bullmq` may import the BullMQ inbox.',
      PAY,
      ['bullmq.ts', 'inbox/bullmq'],
      [`${PAY}/bullmq.ts`, `${PAY}/inbox/bullmq`],
    ),
    onlyFrom(
      'opentelemetry',
      'Only `nestjs-pay/opentelemetry` may import OpenTelemetry code.',
      PAY,
      ['opentelemetry.ts', 'telemetry'],
      [`${PAY}/opentelemetry.ts`, `${PAY}/telemetry`],
    ),
    onlyFrom(
      'subscriptions',
      'Only `nestjs-pay/subscriptions` may import the code of subscriptions; the command prints its tables.',
      PAY,
      ['subscriptions.ts', 'subscriptions', 'operator'],
      [`${PAY}/subscriptions.ts`, `${PAY}/subscriptions`],
      start([`${PAY}/subscriptions/migrations.ts`]),
    ),
    onlyFrom(
      'splits',
      'Only `nestjs-pay/splits` may import the code of splits; the command prints its tables.',
      PAY,
      ['splits.ts', 'splits', 'cli', 'operator'],
      [`${PAY}/splits.ts`, `${PAY}/splits`],
    ),
    onlyFrom(
      'jobs',
      'Only the till, subscriptions, splits, fiscal sales and the operator may import what they share.',
      PAY,
      ['till', 'subscriptions', 'splits', 'fiscal', 'operator', 'jobs'],
      [`${PAY}/jobs`],
    ),
    published(
      'operator-types',
      'The operator finds the jobs that the application has imported, and loads none.',
      { path: inside(PAY, ['operator']) },
      {
        path: inside(PAY, ['till', 'subscriptions', 'splits', 'fiscal']),
        dependencyTypesNot: ['type-only'],
      },
    ),
    onlyFrom(
      'operator',
      'Only `nestjs-pay/operator` may import the operator; the command prints its tables.',
      PAY,
      ['operator.ts', 'operator'],
      [`${PAY}/operator.ts`, `${PAY}/operator`],
      start([`${PAY}/operator/migrations.ts`]),
    ),
    onlyFrom(
      'terminus',
      'Only `nestjs-pay/terminus` may import Terminus code.',
      PAY,
      ['terminus.ts', 'health'],
      [`${PAY}/terminus.ts`, `${PAY}/health`, 'node_modules/@nestjs/terminus'],
    ),
    onlyFrom(
      'till',
      'Only `nestjs-pay/till` may import the till.',
      PAY,
      ['till.ts', 'till', 'cli', 'operator'],
      [`${PAY}/till.ts`, `${PAY}/till`],
      start([`${PAY}/till/sale-hook.ts`, `${PAY}/till/sale.types.ts`]),
    ),
    published(
      'till-hook',
      'fiscal/ may import only the hook and the types of the till.',
      { path: inside(PAY, ['fiscal']) },
      { path: inside(PAY, ['till']), pathNot: inside(PAY, ['till/sale-hook.ts', 'till/sale.types.ts']) },
    ),
    onlyFrom(
      'fiscal',
      'Only `nestjs-pay/fiscal` may import the code of fiscal sales; the command prints its tables.',
      PAY,
      ['fiscal.ts', 'fiscal', 'operator'],
      [`${PAY}/fiscal.ts`, `${PAY}/fiscal`],
      start([`${PAY}/fiscal/migrations.ts`]),
    ),
    onlyFrom(
      'payouts',
      'Only `nestjs-pay/payouts`, the operator and the command may import the payouts.',
      PAY,
      ['payouts.ts', 'payouts', 'cli', 'operator'],
      [`${PAY}/payouts.ts`, `${PAY}/payouts`],
    ),
    onlyFrom(
      'testing',
      'Only `nestjs-pay/testing` may import the simulator.',
      PAY,
      ['testing'],
      ['libs/pay-simulator'],
    ),
    published(
      'simulator-by-name',
      'Import the simulator by its package name.',
      { path: inside(PAY, ['testing']) },
      { path: '^libs/pay-simulator/', pathNot: start([`${SIMULATOR}/index.ts`]) },
    ),

    ...folderRules(SIMULATOR, SIMULATOR_FOLDERS, published),
    published(
      'pages-through-control',
      'Console and terminals read and act through operations of the control API: see control/control.ts.',
      { path: inside(SIMULATOR, CONTROLLED_PAGES) },
      {
        path: inside(SIMULATOR, ['domain', 'operations']),
        pathNot: start([...DOMAIN_FACTS, `${SIMULATOR}/operations/routes.generated.ts`]),
        dependencyTypesNot: ['type-only'],
      },
    ),
    published(
      'simulator-packages',
      'The simulator may load only Node modules.',
      { path: start([SIMULATOR]), pathNot: inside(SIMULATOR, ['verify', 'transparent', 'cli/seed-file.ts']) },
      { path: NO_PACKAGE },
    ),
    packageRule('yaml', 'Only the seed file is YAML.', inside(SIMULATOR, ['cli/seed-file.ts']), ['yaml']),
    packageRule('node-forge', 'transparent/ may load only node-forge.', inside(SIMULATOR, ['transparent']), [
      'node-forge',
      '@types/node-forge',
    ]),
    packageRule('compiler', 'verify/ may load only types of the compiler.', inside(SIMULATOR, ['verify']), [
      'typescript',
    ]),
    onlyFrom(
      'verify',
      'Only the command may import verify/.',
      SIMULATOR,
      ['cli.ts', 'verify'],
      [`${SIMULATOR}/verify`],
    ),

    rule(
      'by-package-name',
      'Import the library by its package name.',
      { path: '^(apps|docs|test|bench)/' },
      { path: '^libs/', dependencyTypesNot: ['aliased-tsconfig-paths', 'aliased-workspace', 'npm'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/|^libs/[^/]+/dist/|^test/compatibility/apps/|^docs/.vitepress/(cache|dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
