import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { PAY, SIMULATOR } from '../packages.js';
import type { Package } from '../packages.js';
import { npm } from './npm.js';

const ROOT = join(import.meta.dirname, '../..');

interface PackedPackage extends Package {
  tarball: string;
  files: string[];
  unpackedSize: number;
}

let folder: string;
const packed = new Map<Package, PackedPackage>();
const packedOf = (description: Package): PackedPackage => {
  const found = packed.get(description);
  if (found === undefined) throw new Error(`${description.manifest.name} was not packed`);
  return found;
};

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

/** Packs a package and unpacks it in the consumer's node_modules. */
function pack(description: Package): void {
  const { name } = description.manifest;
  const listing = JSON.parse(
    npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], description.folder).stdout,
  ) as unknown;
  const [result] = (Array.isArray(listing) ? listing : Object.values(listing as object)) as {
    filename: string;
    unpackedSize: number;
    files: { path: string }[];
  }[];
  if (result === undefined) throw new Error('npm pack listed nothing');
  const target = join(folder, 'node_modules', name);
  const tarball = join(folder, result.filename);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
  const files = result.files.map(({ path }) => path);
  packed.set(description, { ...description, tarball, files, unpackedSize: result.unpackedSize });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-consumer-'));
  pack(PAY);
  pack(SIMULATOR);
  // Everything but Nest, axios and rxjs.
  install(['undici', 'class-validator', 'class-transformer', 'reflect-metadata']);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
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
function run(script: string, options: string[] = [], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...options, '--input-type=module', '-e', script],
    { cwd, encoding: 'utf8', timeout: 60_000 },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

describe.each([
  // Each member of options and results has a docstring.
  ['nestjs-pay', PAY, 1_800_000],
  // The OpenAPI document has 0.74 MB of them, and the console its pages.
  ['pay-simulator', SIMULATOR, 2_200_000],
])('the packed package %s', (_, description, maximumBytes) => {
  const { manifest } = description;
  const read = (path: string) => readFileSync(join(description.folder, path), 'utf8');

  it('holds what its manifest promises, and no source, spec or test file', () => {
    const { files } = packedOf(description);
    const exported = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry).flatMap((format) => Object.values(format)),
    );
    const { main, types, schematics = [], bin } = manifest;
    for (const path of [...exported, main, types, schematics, Object.values(bin)].flat())
      expect(files).toContain(path.replace('./', ''));
    expect(files.filter((path) => /\.spec\.|\.testing\.|(?<!\.d)\.ts$|^src\//.test(path))).toEqual([
      // Declarations that several entries share.
      ...files.filter((path) => /^dist\/cjs\/shared-.*\.d?\.?ts$/.test(path) && !path.endsWith('.d.ts')),
    ]);
  });

  it('holds its README and license', () => {
    expect(packedOf(description).files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    expect(manifest.license).toBe('MIT');
    expect(read('LICENSE')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  it('links only to addresses, because it contains no pages', () => {
    const pages = packedOf(description).files.filter((file) => file.endsWith('.md'));
    expect(pages).toContain('README.md');
    const links = pages.flatMap((page) => [...read(page).matchAll(/\]\((?!https:|#)[^)]+/g)]);
    expect(links.map(([link]) => link)).toEqual([]);
  });

  it('is small: few files and no source maps', () => {
    const { files, unpackedSize } = packedOf(description);
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(files.length).toBeLessThan(165);
    expect(unpackedSize).toBeLessThan(maximumBytes);
  });

  it('imports only what it declares', () => {
    const declared = new Set([
      ...Object.keys(manifest.dependencies ?? {}),
      ...Object.keys(manifest.peerDependencies ?? {}),
    ]);
    const undeclared = packedOf(description)
      .files.filter((path) => path.endsWith('.js'))
      .map(read)
      .flatMap((code) => [
        ...ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName),
        ...[...code.matchAll(/(?<!\.\s*|[#\w])require\("([^"]+)"\)/g)].map(([, specifier = '']) => specifier),
      ])
      .filter((specifier) => !/^(node:|\.)/.test(specifier) && !declared.has(nameOf(specifier)));
    expect([...new Set(undeclared)]).toEqual([]);
  });

  it.each([
    ['publint', ['node_modules/publint/src/cli.js', 'run', '--strict']],
    ['attw', ['node_modules/@arethetypeswrong/cli/dist/index.js', '--no-color', '--no-emoji']],
  ])('%s finds nothing wrong, under any resolution', (_tool, tool) => {
    const { status, stdout } = runTool(...tool, packedOf(description).tarball);
    expect(stdout).toMatch(/All good!|No problems found/);
    expect(status).toBe(0);
  });
});

describe('both packages', () => {
  it('have one version, and nestjs-pay accepts the simulator of this version', () => {
    expect(SIMULATOR.manifest.version).toBe(PAY.manifest.version);
    expect(PAY.manifest.peerDependencies?.['pay-simulator']).toBe(`^${SIMULATOR.manifest.version}`);
    expect(PAY.manifest.peerDependenciesMeta?.['pay-simulator']).toEqual({ optional: true });
    for (const { folder, manifest } of [PAY, SIMULATOR])
      expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${manifest.version}\n`);
  });
});

describe('nestjs-pay', () => {
  it('makes npm install every package that the Nest entry imports', () => {
    const imported = new Set<string>();
    const visited = new Set<string>();
    const visit = (path: string): void => {
      if (visited.has(path)) return;
      visited.add(path);
      const { importedFiles } = ts.preProcessFile(readFileSync(join(PAY.folder, path), 'utf8'), true, true);
      for (const { fileName } of importedFiles) {
        if (fileName.startsWith('.')) visit(join(dirname(path), fileName));
        else if (!fileName.startsWith('node:')) imported.add(nameOf(fileName));
      }
    };
    visit('dist/esm/index.js');
    expect([...imported]).toEqual(expect.arrayContaining(['@nestjs/axios', '@nestjs/config', 'axios']));
    expect([...imported].filter((name) => name in (PAY.manifest.peerDependenciesMeta ?? {}))).toEqual([]);
  });

  it('keeps the names of classes, which Nest shows, in both formats', () => {
    const loading = `const { PayTill, PayModule } = { ...require('nestjs-pay'), ...require('nestjs-pay/till') };
      import('nestjs-pay').then((esm) => console.log(PayTill.name, PayModule.name, esm.PayModule.name, esm.PayWebhookGuard.name));`;
    const code = readFileSync(join(PAY.folder, 'dist/cjs/shared-nest.js'), 'utf8');
    expect([...code.matchAll(/\bclass \w*[a-z]2\b/g)]).toEqual([]);
    expect(execFileSync(process.execPath, ['-e', loading], { cwd: ROOT, encoding: 'utf8' })).toBe(
      'PayTill PayModule PayModule PayWebhookGuard\n',
    );
  });

  it('sends its version in the User-Agent header', () => {
    const code = packedOf(PAY)
      .files.filter((path) => path.endsWith('.js'))
      .map((path) => readFileSync(join(PAY.folder, path), 'utf8'));
    expect(code.join()).toContain(`VERSION="${PAY.manifest.version}"`);
  });

  it.each([
    ['import', []],
    ['require', ['--no-experimental-require-module']],
  ])('`nestjs-pay/client` works where there is no Nest, with the simulator: by %s', (load, options) => {
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
      [join(folder, 'node_modules/nestjs-pay', PAY.manifest.bin['nestjs-pay'] ?? ''), 'inbox', 'list'],
      { encoding: 'utf8', env: { DATABASE_URL: 'postgres://127.0.0.1:9/shop' } },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'nestjs-pay: the package pg is not installed: run npm install pg\n',
    });
  });
});

describe('pay-simulator', () => {
  it('needs only a parser for seed files and the package that creates certificates', () => {
    const { dependencies, peerDependencies } = SIMULATOR.manifest;
    expect([Object.keys(dependencies ?? {}), peerDependencies]).toEqual([['node-forge', 'yaml'], undefined]);
    const files = ['esm', 'cjs'].flatMap((format) =>
      readdirSync(join(SIMULATOR.folder, 'dist', format)).map((name) => join(format, name)),
    );
    const loading = files.filter((name) =>
      /['"]node-forge['"]/.test(readFileSync(join(SIMULATOR.folder, 'dist', name), 'utf8')),
    );
    expect(loading).toEqual([join('cjs', 'shared-create-certificates.js')]);
  });

  const command = (...args: string[]) =>
    spawnSync(
      process.execPath,
      [join(folder, 'node_modules/pay-simulator', SIMULATOR.manifest.bin['pay-simulator'] ?? ''), ...args],
      { cwd: folder, encoding: 'utf8' },
    );

  it('has the OpenAPI document that the simulator serves, with the addresses of the service', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { createPaySimulator } from 'pay-simulator';
      const published = createRequire(import.meta.url)('pay-simulator/openapi.json');
      const simulator = await createPaySimulator();
      const served = await (await fetch(simulator.url + '/openapi.json')).json();
      await simulator.close();
      console.log(JSON.stringify([published.servers[0].url, Object.keys(published.paths).join() === Object.keys(served.paths).join()]));
    `;
    expect(JSON.parse(run(script))).toEqual(['https://api.vivapayments.com', true]);
    expect(packedOf(PAY).files).not.toContain('openapi.json');
  });

  it('prints its help', () => {
    const { stdout, status } = command('--help');
    expect({ status, help: stdout.split('\n')[0] }).toEqual({
      status: 0,
      help: expect.stringMatching(/^The payment service on this machine/),
    });
  });

  it('explains verify, and names what it needs on one line each', () => {
    const { stdout, status } = command('verify', '--help');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^Compare the simulator with your demo account\.\n/),
    ]);
    expect(command('verify', '--demo', '--clas', 'x')).toMatchObject({
      status: 2,
      stderr:
        'pay-simulator: unknown option --clas: did you mean --class?\n(see pay-simulator verify --help)\n',
    });
  });

  it('loads verify only when it runs', () => {
    const read = (file: string) => readFileSync(join(SIMULATOR.folder, 'dist/esm', file), 'utf8');
    const probe = 'terminal-sale-aborted';
    const loaded = new Set<string>();
    const visit = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const [, imported = ''] of read(file).matchAll(/^(?:import|export)[^;]*?'\.\/([^']+)';/gm))
        visit(imported);
    };
    ['index.js', 'pay-simulator.js'].forEach(visit);
    expect([...loaded].filter((file) => read(file).includes(probe))).toEqual([]);
    expect(read('shared-verify-command.js')).toContain(probe);
  });
});

describe('nestjs-pay/testing', () => {
  it('names the package to install if the simulator is missing', () => {
    // Nest is installed here, the simulator is not.
    const consumer = mkdtempSync(join(tmpdir(), 'pay-without-simulator-'));
    try {
      const modules = join(consumer, 'node_modules');
      mkdirSync(modules);
      const needed = { ...PAY.manifest.dependencies, ...PAY.manifest.peerDependencies };
      for (const name of Object.keys(needed).filter((key) => key !== 'pay-simulator')) {
        mkdirSync(dirname(join(modules, name)), { recursive: true });
        symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
      }
      cpSync(join(folder, 'node_modules/nestjs-pay'), join(modules, 'nestjs-pay'), { recursive: true });
      const script = `
        import { createRequire } from 'node:module';
        const require = createRequire(import.meta.url);
        const imported = await import('nestjs-pay/testing');
        await imported.PayTestingModule.forRoot().catch(({ message }) => console.log(message));
      `;
      expect(run(script, [], consumer)).toBe(
        'PayTestingModule needs the package pay-simulator: run npm install --save-dev pay-simulator',
      );
    } finally {
      rmSync(consumer, { recursive: true, force: true });
    }
  });
});
