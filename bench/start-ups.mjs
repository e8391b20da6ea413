// Measures what a process costs until a package is loaded, an application has booted, or a command responds.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Returns code that imports an entry of the package, or only the packages that the entry imports at once. */
export const importEntry = (entry) => importAll([entry === 'index' ? 'nestjs-pay' : `nestjs-pay/${entry}`]);
export const importPackagesOf = (entry) => importAll([...packagesOf(`${entry}.js`)]);
const importAll = (names) => names.map((name) => `await import('${name}');`).join(' ');

/** Matches the name in `import … from 'name'` and in `require("name")`. */
const LOADED = /(?:^|;)(?:import|export)\b[^;]*?['"]([^'"]+)['"](?=;|$)|\brequire\(\s*['"]([^'"]+)['"]\)/gm;

/** Returns the packages that a built file and the files it loads need, in the order in which they are loaded. */
function packagesOf(file, packages = new Set(), seen = new Set()) {
  if (seen.has(file)) return packages;
  seen.add(file);
  const code = readFileSync(join(ROOT, 'libs/pay/dist/esm', file), 'utf8');
  for (const [, imported, required] of code.matchAll(LOADED)) {
    const from = imported ?? required;
    if (from.startsWith('.')) packagesOf(join(dirname(file), from), packages, seen);
    else if (!from.startsWith('node:')) packages.add(from);
  }
  return packages;
}

/** Returns code that boots a Nest application. `imports` is the code of its modules. */
export const bootNest = (imports) => `
  const { Module } = await import('@nestjs/common');
  const { NestFactory } = await import('@nestjs/core');
  class AppModule {}
  Module({ imports: ${imports} })(AppModule);
  await NestFactory.createApplicationContext(AppModule, { logger: false });`;

export const PAY_MODULE = `[(await import('nestjs-pay')).PayModule.forRoot({
  wallet: { clientId: 'a', clientSecret: 'b', merchantId: '01234567-89ab-cdef-0123-456789abcdef', apikey: 'd', dev: true },
})]`;

/** A slice runs the contestant's code in a new process. Its cost is in milliseconds of CPU. */
export function openCode({ code, execArgv = [] }, node) {
  const program = `
    const cpu = process.cpuUsage();
    await (async () => { ${code} })();
    const { user, system } = process.cpuUsage(cpu);
    console.log((user + system) / 1000);
    process.exit(0);`;
  return {
    async measure() {
      const args = [...execArgv, '--input-type=module', '--eval', program];
      const { stdout } = await run(node, args, { cwd: join(ROOT, 'bench') });
      return Number(stdout);
    },
  };
}

/** A slice starts a command, in this repository or in a project that has `installed` the package. Its cost is in seconds, until it responds. */
export function openCommand({ command, installed = false }, node) {
  return {
    async measure() {
      const data = mkdtempSync(join(tmpdir(), 'pay-bench-'));
      if (installed) installIn(data);
      const started = performance.now();
      const child = spawn(command[0], command.slice(1), {
        cwd: installed ? data : ROOT,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          PATH: `${dirname(node)}:${process.env.PATH}`,
          PORT: '0',
          SIMULATOR_PORT: '0',
          SHOP_DATA: data,
        },
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      try {
        await fetch(await addressOf(child));
        return (performance.now() - started) / 1000;
      } finally {
        // npm starts the command in further processes, which are all in one group.
        if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
        await ended;
        rmSync(data, { recursive: true, force: true });
      }
    },
  };
}

/** Makes the folder a project that has the built package and its commands. */
function installIn(folder) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  const simulator = join(ROOT, 'libs/pay-simulator');
  symlinkSync(simulator, join(modules, 'pay-simulator'), 'dir');
  // npm makes the commands of a package executable.
  chmodSync(join(simulator, 'dist/esm/pay-simulator.js'), 0o755);
  symlinkSync('../pay-simulator/dist/esm/pay-simulator.js', join(modules, '.bin/pay-simulator'));
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk) => {
      output += chunk;
      const address = /^\w+ +(http:\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('close', () => reject(new Error(`it ended: ${output.trim().slice(-200)}`)));
    AbortSignal.timeout(120_000).addEventListener('abort', () =>
      reject(new Error('it did not respond in time')),
    );
  });
}

/** The cost is the size of the installed package in megabytes, without source maps. */
export function openPackage() {
  return {
    async measure() {
      const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: join(ROOT, 'libs/pay'),
      });
      const [{ files }] = JSON.parse(stdout);
      const bytes = files
        .filter(({ path }) => !path.endsWith('.map'))
        .reduce((sum, { size }) => sum + size, 0);
      return bytes / 1e6;
    },
  };
}
