// `nest add nestjs-pay`. Uses no package but the application's TypeScript, so that it runs with the schematics of each version
// of the Nest CLI.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SourceFile, withLineEnds } from './source-file.js';
import type { Compiler } from './source-file.js';

/** Options of `schema.json`. */
interface NestAddOptions {
  sourceRoot: string;
  webhookPath: string;
  skipInstall: boolean;
}

/** What this file uses of the `Tree` of a schematic: the files of the application. */
interface Files {
  exists(path: string): boolean;
  readText(path: string): string;
  create(path: string, text: string): void;
  overwrite(path: string, text: string): void;
  getDir(path: string): { visit(visitor: (path: string) => void): void };
}

/** What this file uses of the `SchematicContext`. */
interface Context {
  logger: { warn(message: string): void };
  addTask(task: { toConfiguration(): { name: string; options: object } }): unknown;
}

interface Manifest {
  type?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** By version of Nest: the packages that PayModule needs beside those of `nest new`. */
const PACKAGES = { axios: '^1.7.0', 'class-transformer': '^0.5.1', 'class-validator': '^0.15.0' };
const NEST_PACKAGES: Record<string, Record<string, string>> = {
  // Version 12 of these consists of ES modules, which the jest of a Nest 11 application cannot load.
  11: { '@nestjs/axios': '^4.0.0', '@nestjs/config': '^4.0.0' },
  12: { '@nestjs/axios': '^12.0.0', '@nestjs/config': '^12.0.0' },
};

/** The service on this machine, of this version of the package. */
const DEV_PACKAGES = { 'pay-simulator': '^0.1.0' };

/** What PayModule needs in the root module. */
interface Wiring {
  /** Names to import, and their packages or files. */
  names: [name: string, path: string][];
  /** Elements of the lists `imports` and `providers`. */
  imports: string[];
  providers: string[];
}

const HANDLERS = 'PaymentEvents';
const NO_COMPILER = 'the application has no TypeScript with a compiler API, such as version 6';

/**
 * Adds Pay to a Nest application. A second run changes nothing. Prints what it cannot add, and the next step as
 * the last line, after the list of changed files.
 *
 * @param typescript - Package `typescript` of the application. Version 7 has no compiler API.
 * @param printLast - Prints a text when the command ends.
 * @throws Error if the webhook path is not a path.
 */
export function nestAdd(
  { sourceRoot, webhookPath, skipInstall }: NestAddOptions,
  typescript: unknown = loadPackage('typescript'),
  printLast: (text: string) => unknown = (text) => process.once('exit', () => process.stdout.write(text)),
) {
  const path = webhookPath.replace(/^\/+/, '');
  if (!/^[\w./~:-]+$/.test(path))
    throw new Error(
      `webhookPath must be a path of letters, digits and / . - _ ~ :, such as pay/webhook (received ${JSON.stringify(webhookPath)}).`,
    );
  return (files: Files, context: Context): void => {
    const compiler = isCompiler(typescript) ? typescript : undefined;
    const byHand = [
      ...addPackages(files, context, skipInstall),
      ...addModule(files, sourceRoot, path, compiler),
      ...setRawBody(files, `${sourceRoot}/main.ts`, compiler),
    ];
    addEnvironmentExample(files, path);
    ignoreEnvironment(files);
    for (const text of byHand) context.logger.warn(`nestjs-pay: ${text}`);
    printLast(
      '\nnestjs-pay: inject the client where you need it: constructor(private readonly pay: PayWalletService) {}\n' +
        'Without an account, start the simulator. It writes its credentials to .env:\n' +
        `  ${simulatorCommand(path)}\n`,
    );
  };
}

function loadPackage(name: string): unknown {
  try {
    return createRequire(join(process.cwd(), 'package.json'))(name);
  } catch {
    return undefined;
  }
}

function isCompiler(typescript: unknown): typescript is Compiler {
  return typeof typescript === 'object' && typescript !== null && 'createSourceFile' in typescript;
}

const simulatorCommand = (path: string) =>
  `npx pay-simulator --port 4010 --webhook http://127.0.0.1:3000/${path} --write-env .env`;

/** @throws Error if the application has another version of Nest. */
function addPackages(files: Files, context: Context, skipInstall: boolean): string[] {
  const text = files.readText('package.json');
  const manifest = JSON.parse(text) as Manifest;
  const version = nestVersion(files, manifest);
  const needed = NEST_PACKAGES[version.split('.')[0] ?? ''];
  if (needed === undefined) throw new Error(`nestjs-pay needs NestJS 11 or 12 (found ${version || 'none'}).`);
  const present = { ...manifest.devDependencies, ...manifest.dependencies };
  const missingOf = (packages: Record<string, string>) =>
    Object.entries(packages).filter(([name]) => !(name in present));
  const missing = missingOf({ ...needed, ...PACKAGES });
  const missingDev = missingOf(DEV_PACKAGES);
  if (missing.length + missingDev.length === 0) return [];
  manifest.dependencies = sorted({ ...manifest.dependencies, ...Object.fromEntries(missing) });
  manifest.devDependencies = sorted({ ...manifest.devDependencies, ...Object.fromEntries(missingDev) });
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? 2;
  files.overwrite('package.json', withLineEnds(`${JSON.stringify(manifest, null, indent)}\n`, text));
  if (skipInstall)
    return [
      `run your package manager's install, which adds ${[...missing, ...missingDev].map(([name]) => name).join(', ')}`,
    ];
  // The class NodePackageInstallTask would be an import of the Angular devkit.
  const options = { command: 'install', quiet: true, hideOutput: true, workingDirectory: '.' };
  context.addTask({ toConfiguration: () => ({ name: 'node-package', options }) });
  return [];
}

/** Sorts packages by name, as npm does. */
function sorted(packages: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Reads the installed version of Nest, or the first number of its range. */
function nestVersion(files: Files, manifest: Manifest): string {
  const installed = 'node_modules/@nestjs/core/package.json';
  if (files.exists(installed)) return (JSON.parse(files.readText(installed)) as { version: string }).version;
  return /\d+/.exec(manifest.dependencies?.['@nestjs/core'] ?? '')?.[0] ?? '';
}

/** Imports PayModule into AppModule, with a webhook and a provider that handles its events. */
function addModule(
  files: Files,
  sourceRoot: string,
  webhookPath: string,
  compiler: Compiler | undefined,
): string[] {
  const file = `${sourceRoot}/app.module.ts`;
  const wiring: Wiring = {
    names: [
      ['ConfigModule', '@nestjs/config'],
      ['payConfig, PayModule', 'nestjs-pay'],
    ],
    imports: [
      'ConfigModule.forRoot()',
      `PayModule.forRootAsync({\n      config: payConfig,\n      webhooks: { path: '${webhookPath}' },\n    })`,
    ],
    providers: [],
  };
  if (compiler === undefined) return [wiringByHand(wiring, NO_COMPILER)];
  const sources = readSources(files, sourceRoot, compiler);
  if (sources.some((source) => source.localName('PayModule', 'nestjs-pay') !== undefined)) return [];
  const text = files.exists(file) ? files.readText(file) : '';
  const module = new SourceFile(compiler, text);

  const configModule = (source: SourceFile) => source.localName('ConfigModule', '@nestjs/config');
  const hasConfig = sources.some((source) => source.hasMember(configModule(source), 'forRoot'));
  const imported = configModule(module);
  if (hasConfig || imported !== undefined) {
    wiring.names.shift();
    wiring.imports.splice(0, 1, ...(hasConfig ? [] : [`${imported}.forRoot()`]));
  }
  const handlers = `${sourceRoot}/payment-events.ts`;
  const hasHandlers = sources.some((source) => source.uses('OnPayEvent'));
  if (!hasHandlers) {
    wiring.providers.push(HANDLERS);
    wiring.names.push([HANDLERS, `./payment-events${importSuffix(files, module)}`]);
    if (files.exists(handlers)) return [wiringByHand(wiring, `${handlers} exists`)];
  }
  const taken = wiring.names.flatMap(([names]) => names.split(', ')).find((name) => module.uses(name));
  if (taken !== undefined) return [wiringByHand(wiring, `${file} uses the name ${taken} for something else`)];
  const { names, imports, providers } = wiring;
  const changed = module.with(module.addToModule({ imports, providers }), module.addImports(names));
  if (changed === undefined) return [wiringByHand(wiring, `${file} has an unusual form`)];
  if (!hasHandlers) files.create(handlers, withLineEnds(PAYMENT_EVENTS, text));
  files.overwrite(file, changed);
  return [];
}

/** Describes what a person adds to the root module. */
function wiringByHand({ names, imports }: Wiring, reason: string): string {
  const own = names.filter(([name]) => name !== HANDLERS);
  return [
    `add this to the root module by hand, because ${reason}:`,
    ...own.map(([name, path]) => `  import { ${name} } from '${path}';`),
    `  imports: [${imports.join(', ').replace(/\s+/g, ' ')}]`,
    '  providers: [a class with @OnPayEvent() methods, see node_modules/nestjs-pay/docs/reference/webhooks.md]',
  ].join('\n');
}

/** Returns `.js` or `.ts` if the application's imports of its own files need it. */
function importSuffix(files: Files, source: SourceFile): string {
  const own = source.importPaths().find((path) => path.startsWith('.'));
  if (own !== undefined) return /\.[jt]s$/.exec(own)?.[0] ?? '';
  return (JSON.parse(files.readText('package.json')) as Manifest).type === 'module' ? '.js' : '';
}

function readSources(files: Files, sourceRoot: string, compiler: Compiler): SourceFile[] {
  const sources: SourceFile[] = [];
  files.getDir(sourceRoot).visit((path) => {
    if (path.endsWith('.ts') && !path.includes('/node_modules/'))
      sources.push(new SourceFile(compiler, files.readText(path)));
  });
  return sources;
}

/** Webhooks are verified on the bytes that arrived, so Nest must keep the raw body. */
function setRawBody(files: Files, file: string, compiler: Compiler | undefined): string[] {
  const text = files.exists(file) ? files.readText(file) : '';
  const source = compiler === undefined ? undefined : new SourceFile(compiler, text);
  const changed = source?.with(source.addRawBody());
  if (changed === undefined) {
    const reason = compiler === undefined ? NO_COMPILER : `${file} has an unusual form`;
    return [
      `add the option rawBody by hand, because ${reason}: NestFactory.create(AppModule, { rawBody: true })`,
    ];
  }
  if (changed !== text) files.overwrite(file, changed);
  return [];
}

function addEnvironmentExample(files: Files, webhookPath: string): void {
  const before = files.exists('.env.example') ? files.readText('.env.example') : undefined;
  if (before?.includes('PAY_CLIENT_ID=')) return;
  const text = environmentExample(webhookPath);
  if (before === undefined) files.create('.env.example', text);
  else files.overwrite('.env.example', before.trimEnd() + withLineEnds(`\n\n${text}`, before));
}

function ignoreEnvironment(files: Files): void {
  const before = files.exists('.gitignore') ? files.readText('.gitignore') : '';
  if (/^\/?\.env(\*|\.\*)?$/m.test(before)) return;
  const added = withLineEnds(`${before === '' ? '' : '\n\n'}# Credentials\n.env\n`, before);
  if (files.exists('.gitignore')) files.overwrite('.gitignore', before.trimEnd() + added);
  else files.create('.gitignore', added);
}

const environmentExample = (
  webhookPath: string,
) => `# Copy this file to .env. Without an account, start the simulator, which writes its credentials to .env:
# ${simulatorCommand(webhookPath)}

# Credentials of your account. Find them in the service's banking app, under Settings > API Access.
PAY_CLIENT_ID=
PAY_CLIENT_SECRET=
PAY_MERCHANT_ID=
PAY_API_KEY=

# true: demo environment. Remove this line to take real payments.
PAY_DEV=true
`;

const PAYMENT_EVENTS = `import { Injectable, Logger } from '@nestjs/common';
import { OnPayEvent, PayEventType, validatePayWebhook } from 'nestjs-pay';
import type { PaymentCreatedEvent, ReversalCreatedEvent } from 'nestjs-pay';

/** Handles events of payments. Each event was confirmed with the service before it arrives here. */
@Injectable()
export class PaymentEvents {
  private readonly logger = new Logger(PaymentEvents.name);

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  onPaid({ data }: PaymentCreatedEvent): void {
    // Also compare your order's amount and currency: expectedAmountMinor, expectedCurrencyCode.
    const check = validatePayWebhook(PayEventType.TransactionPaymentCreated, data, { expectedTransactionKind: 'sale' });
    if (!check.valid) return this.logger.error(\`Transaction \${data.TransactionId} is no payment\`, check.issues);
    // Mark your order as paid here, and store the transaction ID: refunds need it.
    this.logger.log(\`Order \${data.OrderCodeText} is paid by transaction \${data.TransactionId}\`);
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated)
  onRefunded({ data }: ReversalCreatedEvent): void {
    this.logger.log(\`Transaction \${data.ParentId} was refunded by \${data.TransactionId}\`);
  }
}
`;
