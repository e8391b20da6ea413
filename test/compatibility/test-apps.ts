import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npm } from '../package/npm.js';
import { PAY, SIMULATOR } from '../packages.js';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

/**
 * Installs the packages of a `package-lock.json` once per version of that file.
 *
 * @param name - Folder of the file: `nest-11`, or `vitest` for the test runner of `nest new` 12.
 * @returns Their node_modules, or undefined if the registry cannot be reached.
 */
export function installPackages(name: string): string | undefined {
  const lock = readFileSync(join(HERE, name, 'package-lock.json'));
  const cache = join(ROOT, 'node_modules/.cache');
  const target = join(cache, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (!existsSync(target)) {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'installing-'));
    cpSync(join(HERE, name), folder, { recursive: true });
    const view = npm(['view', 'rxjs', 'version', '--fetch-retries=0', '--fetch-timeout=20000'], folder);
    const isReachable = view.status === 0;
    // Without the registry, npm's cache may have all packages.
    const { status, stderr } = npm(
      ['ci', isReachable ? '--prefer-offline' : '--offline', '--ignore-scripts', '--no-audit', '--no-fund'],
      folder,
    );
    if (status === 0) renameSync(folder, target);
    else rmSync(folder, { recursive: true, force: true });
    if (status !== 0 && !isReachable) return undefined;
    if (status !== 0) throw new Error(`The packages of ${name} could not be installed: ${stderr}`);
  }
  return join(target, 'node_modules');
}

/** Returns the packages that the README names beside nestjs-pay for a version of NestJS, such as `@nestjs/axios@4`. */
export function installLine(nest: number): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const line = new RegExp(`^npm install nestjs-pay(.*?) +# NestJS ${nest}$`, 'm').exec(readme)?.[1];
  if (line === undefined) throw new Error(`README.md has no install line for NestJS ${nest}`);
  return line.split(' ').filter((name) => name !== '');
}

/** Copies applications with the shop to a folder where they find `modules` and the published files of the package. */
export class TestApps {
  private readonly folder = mkdtempSync(join(tmpdir(), 'pay-compatibility-'));

  constructor(
    private readonly modules: string,
    apps: string[],
  ) {
    symlinkSync(modules, join(this.folder, 'node_modules'));
    for (const { folder, manifest } of [PAY, SIMULATOR]) {
      const installed = join(this.folder, 'apps/node_modules', manifest.name);
      for (const path of ['package.json', ...manifest.files])
        cpSync(join(folder, path), join(installed, path), { recursive: true });
    }
    for (const app of apps) {
      cpSync(join(HERE, 'apps', app), join(this.folder, 'apps', app), { recursive: true });
      cpSync(join(HERE, 'apps/shop'), join(this.folder, 'apps', app, 'src'), { recursive: true });
    }
  }

  /** Runs Node in the folder of an app. Returns its standard output. @throws Error with its whole output if it fails. */
  node(app: string, ...args: string[]): string {
    // Without the settings of this Jest process.
    const env = { ...process.env, NODE_OPTIONS: undefined, JEST_WORKER_ID: undefined };
    const cwd = this.path(app);
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
    return stdout;
  }

  /** Runs the app. Returns the result that it prints. */
  run(app: string, ...options: string[]): unknown {
    return JSON.parse(
      this.node(app, ...options, 'dist/main.js')
        .trim()
        .split('\n')
        .at(-1) ?? '',
    );
  }

  /** Runs an installed command, such as `typescript/bin/tsc`, or one of another folder by its whole path. */
  command(app: string, path: string, ...args: string[]): string {
    return this.node(app, resolve(this.modules, path), ...args);
  }

  /** Runs a schematic, such as `nestjs-pay:nest-add`, in a folder. Returns its output. */
  schematic(folder: string, name: string, ...args: string[]): string {
    return this.command(folder, '@angular-devkit/schematics-cli/bin/schematics.js', name, ...args);
  }

  /** Returns the path of a file of an app. */
  path(app: string, file = ''): string {
    return join(this.folder, 'apps', app, file);
  }

  /** Returns the version of an installed package. */
  version(name: string): string {
    const manifest = readFileSync(join(this.modules, name, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The result of every app on every version of NestJS. */
export const EXPECTED_RESULT = {
  payment: 'approved',
  paid: [{ orderCode: true, amount: 24.5, confirmedBy: 'api' }],
  romanianOrder: 1000,
  refusedByDto: 400,
  refusedDelivery: 400,
  isOneClass: true,
};
