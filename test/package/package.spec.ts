import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { npm } from './npm.js';

const ROOT = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
  license?: string;
  bin: Record<string, string>;
  schematics: string;
  main: string;
  types: string;
  exports: Record<string, string | Record<string, Record<'types' | 'default', string>>>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
};

/** Files for contributors, which are not published. */
const REPOSITORY_ONLY =
  /^(CONTRIBUTING|INVARIANTS)\.md$|^(apps|contributing)\/|^docs\/(examples|public|reference\/operations)\//;

let folder: string;
let tarball: string;
let files: string[];
let unpackedSize: number;

/** Links installed packages into the consumer's node_modules, with what they themselves depend on. */
function install(names: string[], seen = new Set<string>()): void {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const source = join(ROOT, 'node_modules', name);
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(source, target);
    const { dependencies = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    install(Object.keys(dependencies), seen);
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-consumer-'));
  const listing = JSON.parse(
    npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], ROOT).stdout,
  ) as unknown;
  const [packed] = (Array.isArray(listing) ? listing : Object.values(listing as object)) as {
    filename: string;
    unpackedSize: number;
    files: { path: string }[];
  }[];
  if (packed === undefined) throw new Error('npm pack listed nothing');
  ({ unpackedSize } = packed);
  files = packed.files.map(({ path }) => path);
  tarball = join(folder, packed.filename);
  mkdirSync(join(folder, 'node_modules/nestjs-pay'), { recursive: true });
  execFileSync('tar', [
    '-xzf',
    tarball,
    '--strip-components=1',
    '-C',
    join(folder, 'node_modules/nestjs-pay'),
  ]);
  // Everything but Nest, axios and rxjs.
  install(['undici', 'class-validator', 'class-transformer', 'reflect-metadata']);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** `@nestjs/common/pipes` → `@nestjs/common`. */
const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const runTool = (...args: string[]) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });

/** Runs a script in the consumer's folder and gives what it prints. */
function run(script: string, options: string[] = []): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...options, '--input-type=module', '-e', script],
    { cwd: folder, encoding: 'utf8', timeout: 30_000 },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

describe('the packed package', () => {
  it('holds what its manifest promises, and no source, spec or test file', () => {
    const exported = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry).flatMap((format) => Object.values(format)),
    );
    const { main, types, schematics, bin } = manifest;
    for (const path of [...exported, main, types, schematics, ...Object.values(bin)])
      expect(files).toContain(path.replace('./', ''));
    const code = files.filter((path) => !path.startsWith('docs/'));
    expect(
      code.filter((path) => /\.spec\.|\.testing\.|(?<!\.d)\.ts$|^(apps|test|bench|contract)\//.test(path)),
    ).toEqual([]);
  });

  it('holds its license and says which it is', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'SECURITY.md']));
    expect(manifest.license).toBe('MIT');
    expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toMatch(
      /^MIT License\n\nCopyright .* The nestjs-pay authors\n/,
    );
  });

  it('holds every page that one of its pages links to', () => {
    const missing = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((page) =>
        [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
          .map(([, target = '']) => join(dirname(page), target))
          .filter((target) => !files.some((path) => path === target || path.startsWith(`${target}/`)))
          .filter((target) => !REPOSITORY_ONLY.test(target))
          .map((target) => `${page} → ${target}`),
      );
    expect(files).toContain('docs/reference/webhooks.md');
    expect(missing).toEqual([]);
  });

  it('is small: few files and no source maps', () => {
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(files.filter((path) => path.startsWith('dist/')).length).toBeLessThan(100);
    expect(unpackedSize).toBeLessThan(4_200_000);
  });

  it('makes npm install every package that the Nest entry imports', () => {
    const imported = new Set<string>();
    const visited = new Set<string>();
    const visit = (path: string): void => {
      if (visited.has(path)) return;
      visited.add(path);
      const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, path), 'utf8'));
      for (const { fileName } of importedFiles) {
        if (fileName.startsWith('.')) visit(join(dirname(path), fileName));
        else if (!fileName.startsWith('node:')) imported.add(nameOf(fileName));
      }
    };
    visit('dist/esm/index.js');
    expect([...imported]).toEqual(expect.arrayContaining(['@nestjs/axios', '@nestjs/config', 'axios']));
    expect([...imported].filter((name) => name in manifest.peerDependenciesMeta)).toEqual([]);
  });

  it('imports only what it declares', () => {
    const declared = new Set([
      ...Object.keys(manifest.dependencies),
      ...Object.keys(manifest.peerDependencies),
    ]);
    const strangers = files
      .filter((path) => path.endsWith('.js'))
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .flatMap((code) => [
        ...ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName),
        ...[...code.matchAll(/(?<![.\w])require\("([^"]+)"\)/g)].map(([, specifier = '']) => specifier),
      ])
      .filter((specifier) => !/^(node:|\.)/.test(specifier) && !declared.has(nameOf(specifier)));
    expect([...new Set(strangers)]).toEqual([]);
  });

  it('says the entries that tsconfig.json has', () => {
    const { stderr } = runTool('scripts/package-exports.mjs', '--check');
    expect(stderr).toBe('');
  });

  it.each([
    ['publint', ['node_modules/publint/src/cli.js', 'run', '--strict']],
    ['attw', ['node_modules/@arethetypeswrong/cli/dist/index.js', '--no-color', '--no-emoji']],
  ])('%s finds nothing wrong, under any resolution', (_, tool) => {
    const { status, stdout } = runTool(...tool, tarball);
    expect(stdout).toMatch(/All good!|No problems found/);
    expect(status).toBe(0);
  });

  it('sends its version in the User-Agent header', () => {
    const code = files
      .filter((path) => path.startsWith('dist/esm/') && path.endsWith('.js'))
      .map((path) => readFileSync(join(ROOT, path), 'utf8'));
    expect(code.join()).toContain(`VERSION = '${manifest.version}'`);
  });

  it.each([
    ['import', []],
    ['require', ['--no-experimental-require-module']],
  ])('`nestjs-pay/client` and `pay-simulator` work where there is no Nest: by %s', (load, options) => {
    const script = `
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      const { PayWallet } = await ${load}('nestjs-pay/client');
      const { createPaySimulator } = await ${load}('pay-simulator');
      const simulator = await createPaySimulator();
      const pay = new PayWallet({ ...simulator.credentials.merchant, endpoints: simulator.endpoints });
      const { success, message } = await pay.payments.createOrder({ amount: 1000 });
      await pay.close();
      await simulator.close();
      console.log(success, message);
    `;
    expect(run(script, options)).toBe('true payments.createOrder succeeded.');
    expect(() => createRequire(join(folder, 'x.js')).resolve('@nestjs/common')).toThrow(/Cannot find module/);
  });

  it('loads no driver for an inbox; only `nestjs-pay/bullmq` needs bullmq', () => {
    const script = `
      await Promise.all(['postgres', 'pglite', 'typeorm', 'prisma'].map((entry) => import('nestjs-pay/' + entry)));
      console.log(await import('nestjs-pay/bullmq').then(() => 'loaded', ({ message }) => message));
    `;
    expect(run(script)).toMatch(/^Cannot find package 'bullmq'/);
  });

  it('names the package to install for nestjs-pay inbox', () => {
    const { stderr, status } = spawnSync(
      process.execPath,
      [join(folder, 'node_modules/nestjs-pay', manifest.bin['nestjs-pay'] ?? ''), 'inbox', 'list'],
      { encoding: 'utf8', env: { DATABASE_URL: 'postgres://127.0.0.1:9/shop' } },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'nestjs-pay: the package pg is not installed: run npm install pg\n',
    });
  });

  it('the pay-simulator command prints its help', () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(folder, 'node_modules/nestjs-pay', manifest.bin['pay-simulator'] ?? ''), '--help'],
      { encoding: 'utf8' },
    );
    expect({ status, help: stdout.split('\n')[0] }).toEqual({
      status: 0,
      help: expect.stringMatching(/^pay-simulator/),
    });
  });
});
