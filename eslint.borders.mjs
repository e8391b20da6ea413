// Who may import whom: the floors of INVARIANTS.md. Import paths are resolved first, so that it does not matter how a
// module is spelt: relative, by the package's name, statically or dynamically.
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

/** What each room of the library stands on, and the packages that it may load. */
const CORE = ['core/values', 'core/operation', 'core/options', 'core/http'];
const ROOMS = {
  'core/values': { on: [], packages: [] },
  'core/operation': { on: ['core/values'], packages: [] },
  'core/options': {
    on: ['core/values', 'core/operation'],
    packages: ['class-transformer', 'class-validator'],
  },
  'core/http': { on: ['core/values', 'core/operation', 'core/options'], packages: ['undici'] },
  // A database comes in from outside: no driver is loaded.
  stores: { on: [...CORE], packages: [] },
  auth: { on: [...CORE], packages: [] },
  webhooks: { on: [...CORE, 'areas'], packages: [] },
  // The lookups read areas, and areas offer the lookups as a method; no file is in a cycle.
  outcome: { on: [...CORE, 'areas'], packages: [] },
  areas: { on: [...CORE, 'auth', 'outcome'], packages: ['class-transformer', 'class-validator'] },
  timeline: { on: [...CORE, 'areas', 'webhooks'], packages: [] },
  clients: { on: [...CORE, 'auth', 'areas', 'outcome'], packages: [] },
  inbox: { on: [...CORE, 'stores', 'webhooks'], packages: ['bullmq'] },
  idempotency: { on: [...CORE, 'stores'], packages: [] },
  telemetry: { on: [...CORE], packages: ['@opentelemetry'] },
  health: { on: [...CORE, 'areas', 'nest'], packages: ['@nestjs'] },
  doctor: { on: [...CORE, 'auth', 'areas', 'webhooks', 'clients'], packages: [] },
  // Of nest/ how environment variables are named and read alone, which loads no Nest. A driver is loaded when a command needs them.
  cli: {
    on: [...CORE, 'webhooks', 'clients', 'inbox', 'doctor', 'nest'],
    packages: ['pg', 'reflect-metadata'],
  },
  testing: { on: [...CORE, 'webhooks', 'inbox', 'idempotency'], packages: [] },
  nest: {
    on: [...CORE, 'auth', 'areas', 'webhooks', 'timeline', 'clients', 'inbox', 'idempotency'],
    packages: ['@nestjs', 'axios', 'class-validator', 'rxjs'],
  },
};

/** What no area may know of another, but for these: an area that is made of others, and words that two share. */
const AREA_KNOWS = {
  'bank-transfers': ['wallets/wallets.types.ts'],
  'data-services': ['transactions/transactions.enums.ts'],
  'isv-payments': ['payments'],
  'isv-pos': ['pos-devices', 'pos-session', 'pos-transactions'],
  'isv-source': ['source'],
  'isv-transactions': ['data-services', 'transactions'],
  'legacy-bank-accounts': [
    'bank-transfers/bank-transfers.enums.ts',
    'bank-transfers/is-iban.ts',
    'wallets/wallets.types.ts',
  ],
  'marketplace-payments': ['payments'],
  'marketplace-sellers': ['bank-transfers/is-iban.ts'],
  'marketplace-transactions': ['transactions'],
  obligations: ['wallets/wallets.types.ts'],
  pos: ['pos-devices', 'pos-session', 'pos-transactions'],
  resellers: ['rf-code-payments/rf-code.ts'],
};

/** One file or folder each moves bytes with a package; nobody else knows it. */
const TRANSPORTS = [
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

const roomZones = Object.entries(ROOMS)
  .map(([room, { on }]) =>
    zone(
      `${PAY}/${room}`,
      Object.keys(ROOMS)
        .filter((name) => name !== room && !on.includes(name))
        .map((name) => `${PAY}/${name}`),
      `${room}/ may import ${on.join(', ') || 'nothing of the library'} only.`,
    ),
  )
  .filter(({ from }) => from.length > 0);

const inAreas = readdirSync(new URL(`${PAY}/areas`, import.meta.url), { withFileTypes: true });
const shared = inAreas.filter((entry) => entry.isFile()).map(({ name }) => name);
const areaZones = inAreas
  .filter((entry) => entry.isDirectory())
  .map(({ name }) =>
    zone(`${PAY}/areas/${name}`, `${PAY}/areas`, 'An area knows another only where AREA_KNOWS says so.', [
      name,
      ...shared,
      ...(AREA_KNOWS[name] ?? []),
    ]),
  );

/** What holds for specs as well. */
const floors = [
  ...roomZones,
  ...areaZones,
  zone(`${PAY}/client.ts`, [`${PAY}/nest`, `${PAY}/index.ts`], '`nestjs-pay/client` loads no Nest.'),
  zone(SIMULATOR, './libs/pay', 'The simulator shares contract/ with the library, never code.'),
  zone(
    ['./libs/pay', SIMULATOR],
    ['./apps', './test', './bench', './dist'],
    'What is published knows nobody who uses it.',
  ),
];

/** What only specs may do: load tools, use an entry, and compare the two sides. */
const published = [
  ...Object.entries(ROOMS).map(([room, { packages }]) =>
    zone(`${PAY}/${room}`, MODULES, `${room}/ loads ${packages.join(', ') || 'no package'} only.`, packages),
  ),
  ...TRANSPORTS.map(({ name, others, message }) =>
    zone(
      others.map((files) => `${PAY}/${files}`),
      `${MODULES}/${name}`,
      message,
    ),
  ),
  zone(`${PAY}/client.ts`, MODULES, '`nestjs-pay/client` loads reflect-metadata only.', ['reflect-metadata']),
  zone(`${PAY}/*/**`, ENTRIES, 'The entries stand above all rooms.'),
  zone(
    [`${PAY}/!(bullmq).ts`, `${PAY}/!(inbox)/**`, `${PAY}/inbox/*.ts`, `${PAY}/inbox/!(bullmq)/**`],
    [`${PAY}/bullmq.ts`, `${PAY}/inbox/bullmq`],
    'Only the entry `nestjs-pay/bullmq` needs bullmq.',
  ),
  zone(
    [`${PAY}/!(opentelemetry).ts`, `${PAY}/!(telemetry)/**`],
    [`${PAY}/opentelemetry.ts`, `${PAY}/telemetry`],
    'Who does not import `nestjs-pay/opentelemetry` needs no OpenTelemetry.',
  ),
  zone(
    [`${PAY}/!(terminus).ts`, `${PAY}/!(health)/**`],
    [`${PAY}/terminus.ts`, `${PAY}/health`, `${MODULES}/@nestjs/terminus`],
    'Who does not import `nestjs-pay/terminus` needs no Terminus.',
  ),
  zone(`${SIMULATOR}/src`, MODULES, 'The simulator needs nothing but Node.'),
  zone('./libs/pay', SIMULATOR, 'The library does not know its simulator.'),
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
    rules: imports(floors),
  },
  {
    files: ['libs/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true }] },
  },
  {
    files: ['libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.testing.ts'],
    rules: imports([...floors, ...published]),
  },
  {
    // Found by how they are spelt: the package's name leads to the same files.
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
