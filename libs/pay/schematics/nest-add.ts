// `nest add nestjs-pay`. Uses no package, so that it runs with the schematics of each version of the Nest CLI.
import { addImports, addRawBody, addToModule, hasCode } from './source-edits.js';

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
  logger: { info(message: string): void; warn(message: string): void };
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

/** Adds Pay to a Nest application. A second run changes nothing. Prints what it cannot add. */
export function nestAdd({ sourceRoot, webhookPath, skipInstall }: NestAddOptions) {
  return (files: Files, context: Context): void => {
    const path = webhookPath.replace(/^\/+/, '');
    const byHand = [
      ...addPackages(files, context, skipInstall),
      ...addModule(files, sourceRoot, path),
      ...setRawBody(files, `${sourceRoot}/main.ts`),
    ];
    addEnvironmentExample(files, path);
    ignoreEnvironment(files);
    for (const text of byHand) context.logger.warn(`nestjs-pay: ${text}`);
    context.logger.info(
      'nestjs-pay: without an account, start the simulator. It writes its credentials to .env:\n' +
        `  ${simulatorCommand(path)}`,
    );
  };
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
  const missing = Object.entries({ ...needed, ...PACKAGES }).filter(([name]) => !(name in present));
  if (missing.length === 0) return [];
  const dependencies = Object.entries({ ...manifest.dependencies, ...Object.fromEntries(missing) });
  manifest.dependencies = Object.fromEntries(dependencies.sort(([one], [other]) => (one < other ? -1 : 1)));
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? 2;
  files.overwrite('package.json', `${JSON.stringify(manifest, null, indent)}\n`);
  if (skipInstall)
    return [`run your package manager's install, which adds ${missing.map(([name]) => name).join(', ')}`];
  // The class NodePackageInstallTask would be an import of the Angular devkit.
  const options = { command: 'install', quiet: true, hideOutput: true, workingDirectory: '.' };
  context.addTask({ toConfiguration: () => ({ name: 'node-package', options }) });
  return [];
}

/** Reads the installed version of Nest, or the first number of its range. */
function nestVersion(files: Files, manifest: Manifest): string {
  const installed = 'node_modules/@nestjs/core/package.json';
  if (files.exists(installed)) return (JSON.parse(files.readText(installed)) as { version: string }).version;
  return /\d+/.exec(manifest.dependencies?.['@nestjs/core'] ?? '')?.[0] ?? '';
}

/** Imports PayModule into AppModule, with a webhook and a provider that handles its events. */
function addModule(files: Files, sourceRoot: string, webhookPath: string): string[] {
  if (anySourceHas(files, sourceRoot, /\bPayModule\b/)) return [];
  const file = `${sourceRoot}/app.module.ts`;
  const source = files.exists(file) ? files.readText(file) : '';
  const suffix = importSuffix(files, source);
  const hasHandler = anySourceHas(files, sourceRoot, /@OnPayEvent\b/);
  if (!hasHandler) files.create(`${sourceRoot}/payment-events.ts`, PAYMENT_EVENTS);

  const hasConfig = hasCode(source, /\bConfigModule\s*\.\s*forRoot\b/);
  const payModule =
    'PayModule.forRootAsync({\n' +
    `      config: payConfig,\n      webhooks: { path: '${webhookPath}' },\n    })`;
  const imports = [...(hasConfig ? [] : ['ConfigModule.forRoot()']), payModule];
  const providers = hasHandler ? [] : ['PaymentEvents'];
  const changed = addToModule(source, { imports, providers });
  if (changed === undefined) {
    const lists = [`imports: [${imports.join(', ')}]`, ...(hasHandler ? [] : ['providers: [PaymentEvents]'])];
    return [`add this to the root module by hand, because ${file} has an unusual form: ${lists.join(', ')}`];
  }
  const names: [string, string][] = [
    ...(hasConfig ? [] : [['ConfigModule', '@nestjs/config'] satisfies [string, string]]),
    ['payConfig, PayModule', 'nestjs-pay'],
    ...(hasHandler ? [] : [['PaymentEvents', `./payment-events${suffix}`] satisfies [string, string]]),
  ];
  files.overwrite(file, addImports(changed, names));
  return [];
}

/** Returns `.js` if the application's imports of its own files need it. */
function importSuffix(files: Files, source: string): string {
  const own = /from\s+['"]\.{1,2}\/[^'"]*?(\.js)?['"]/.exec(source);
  if (own !== null) return own[1] ?? '';
  return (JSON.parse(files.readText('package.json')) as Manifest).type === 'module' ? '.js' : '';
}

function anySourceHas(files: Files, sourceRoot: string, pattern: RegExp): boolean {
  let isFound = false;
  files.getDir(sourceRoot).visit((path) => {
    if (path.endsWith('.ts') && !path.includes('/node_modules/'))
      isFound ||= hasCode(files.readText(path), pattern);
  });
  return isFound;
}

/** Webhooks are verified on the bytes that arrived, so Nest must keep the raw body. */
function setRawBody(files: Files, file: string): string[] {
  const source = files.exists(file) ? files.readText(file) : '';
  const changed = addRawBody(source);
  if (changed === undefined)
    return [
      `add the option rawBody by hand, because ${file} has an unusual form: NestFactory.create(AppModule, { rawBody: true })`,
    ];
  if (changed !== source) files.overwrite(file, changed);
  return [];
}

function addEnvironmentExample(files: Files, webhookPath: string): void {
  const before = files.exists('.env.example') ? files.readText('.env.example') : undefined;
  if (before?.includes('PAY_CLIENT_ID=')) return;
  const text = environmentExample(webhookPath);
  if (before === undefined) files.create('.env.example', text);
  else files.overwrite('.env.example', `${before.trimEnd()}\n\n${text}`);
}

function ignoreEnvironment(files: Files): void {
  const before = files.exists('.gitignore') ? files.readText('.gitignore') : '';
  if (/^\/?\.env(\*|\.\*)?$/m.test(before)) return;
  const text = `${before === '' ? '' : `${before.trimEnd()}\n\n`}# Credentials\n.env\n`;
  if (files.exists('.gitignore')) files.overwrite('.gitignore', text);
  else files.create('.gitignore', text);
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
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import type { PaymentCreatedEvent, ReversalCreatedEvent } from 'nestjs-pay';

/** Handles events of payments. Each event was confirmed with the service before it arrives here. */
@Injectable()
export class PaymentEvents {
  private readonly logger = new Logger(PaymentEvents.name);

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  onPaid({ data }: PaymentCreatedEvent): void {
    // Mark your order as paid here, and store the transaction ID: refunds need it.
    this.logger.log(\`Order \${data.OrderCodeText} is paid by transaction \${data.TransactionId}\`);
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated)
  onRefunded({ data }: ReversalCreatedEvent): void {
    this.logger.log(\`Transaction \${data.ParentId} was refunded by \${data.TransactionId}\`);
  }
}
`;
