import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { installPackages } from '../compatibility/test-apps.js';
import { writeJestProject } from '../jest-project.mjs';
import { SIMULATOR } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { canRun } from './run-with-simulator.js';

const EXAMPLES = join(SIMULATOR.folder, 'examples/parallel');
const MODULES = join(import.meta.dirname, '../../node_modules');
const CONTROL_TOKEN = 'a-control-token-of-a-team';
const WORKERS = 4;
const folder = mkdtempSync(join(tmpdir(), 'pay-parallel-'));

let simulator: PaySimulator;
beforeEach(async () => {
  simulator = await createPaySimulator({ controlToken: CONTROL_TOKEN });
});
afterEach(() => simulator.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies the tests of a page to a folder of their own. */
function copied(name: string): string {
  const target = join(folder, name);
  cpSync(join(EXAMPLES, name), target, { recursive: true });
  return target;
}

/** Writes copies of a file with tests: runners give each worker whole files. */
function multiply(target: string, name: string, ending: string): string[] {
  const text = readFileSync(join(target, `${name}${ending}`), 'utf8');
  rmSync(join(target, `${name}${ending}`));
  return Array.from({ length: WORKERS }, (_, index) => {
    const copy = `${name.replace('Test', '')}${index + 1}${name.includes('Test') ? 'Test' : ''}`;
    writeFileSync(join(target, `${copy}${ending}`), text.replace(`class ${name}`, `class ${copy}`));
    return `${copy}${ending}`;
  });
}

/** Runs a command, which reaches the simulator of this test. @returns Its output. @throws Error if it fails. */
async function run(
  cwd: string,
  [program = '', ...args]: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { PATH, HOME, GOROOT } = process.env;
  const env = {
    PATH,
    HOME,
    GOROOT,
    PAY_SIMULATOR_URL: simulator.url,
    PAY_CONTROL_TOKEN: CONTROL_TOKEN,
    PYTHONDONTWRITEBYTECODE: '1',
    ...more,
  };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (out += String(text)));
  await once(child, 'close');
  if (child.exitCode !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${child.exitCode}\n${out}`);
  return out;
}

/** Checks that each test had a world, that all worlds ended, and that no test used the world `default`. */
function expectWorlds(count: number): void {
  expect(simulator.createWorld().id).toBe(`w${count + 1}`);
  expect(simulator.orders.list()).toEqual([]);
}

async function expectNoWorldLeft(): Promise<void> {
  const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };
  const worlds = await fetch(`${simulator.url}/_simulator/worlds`, { headers }).then((one) => one.json());
  expect(worlds).toEqual([expect.objectContaining({ id: 'default' })]);
}

/** A test that needs a runner. Says how to get it, if it is not installed. */
function needs(isInstalled: boolean, name: string, toInstall: string): typeof it.skip {
  if (!isInstalled) noteSkipped(`The parallel tests with ${name} were skipped: install ${toInstall}.`);
  return isInstalled ? it : it.skip;
}

/** The first Python that has the runner: that of the PATH can be another than that of the system. */
const python = ['python3', '/usr/bin/python3'].find((one) => canRun(one, '-c', 'import pytest, xdist'));
const paratest = ['paratest', 'vendor/bin/paratest'].find((one) => canRun(one, '--version'));
const hasPhpUnit =
  canRun('phpunit', '--version') && canRun('php', '-r', 'exit((int) !function_exists("curl_init"));');
const vitest = installPackages('vitest');

describe('one simulator for all workers, a world for each test', () => {
  needs(
    python !== undefined,
    'pytest',
    'the Debian packages python3-pytest and python3-pytest-xdist',
  )('pytest with xdist', async () => {
    const cwd = copied('pytest');
    const out = await run(cwd, [python ?? '', '-m', 'pytest', '-p', 'no:cacheprovider', '-n', `${WORKERS}`]);
    expect(out).toMatch(/8 passed/);
    await expectNoWorldLeft();
    expectWorlds(8);
  });

  needs(
    hasPhpUnit,
    'PHPUnit',
    'the Debian packages phpunit and php-curl',
  )(
    paratest === undefined ? 'PHPUnit, in a process for each test class as paratest does' : 'paratest',
    async () => {
      const cwd = copied('phpunit');
      const files = multiply(cwd, 'PaymentTest', '.php');
      const commands =
        paratest === undefined
          ? files.map((file) => ['phpunit', '--do-not-cache-result', file])
          : [[paratest, '--processes', `${WORKERS}`, '.']];
      if (paratest === undefined)
        noteSkipped(
          'PHPUnit ran in processes at once, without paratest: composer require --dev brianium/paratest.',
        );
      const outs = await Promise.all(commands.map((command) => run(cwd, command)));
      expect(outs.join('')).toMatch(/OK \(\d+ tests/);
      await expectNoWorldLeft();
      expectWorlds(2 * WORKERS);
    },
  );

  needs(
    canRun('go', 'version'),
    'Go',
    'the Debian package golang-go',
  )('go test with t.Parallel()', async () => {
    const out = await run(copied('go'), [
      'go',
      'test',
      '-count=1',
      '-v',
      '-parallel',
      `${WORKERS}`,
      'payments_test.go',
    ]);
    expect(out.match(/--- PASS: TestPayments\/\d+/g)).toHaveLength(8);
    await expectNoWorldLeft();
    expectWorlds(8);
  });

  it('Jest with workers', async () => {
    const cwd = copied('javascript');
    multiply(cwd, 'payments', '.test.js');
    writeFileSync(join(cwd, 'package.json'), '{}');
    writeFileSync(
      join(cwd, 'jest.config.js'),
      `module.exports = { setupFilesAfterEnv: ['./world.setup.js'] };`,
    );
    const jest = join(MODULES, 'jest/bin/jest.js');
    const command = [process.execPath, jest, '--maxWorkers', `${WORKERS}`];
    expect(await run(cwd, command)).toMatch(/8 passed, 8 total/);
    await expectNoWorldLeft();
    expectWorlds(8);

    const open = await createPaySimulator();
    const variables = { PAY_SIMULATOR_URL: open.url, PAY_CONTROL_TOKEN: undefined };
    expect(await run(cwd, [...command, 'payments1'], variables)).toMatch(/2 passed, 2 total/);
    expect(open.createWorld().id).toBe('w3');
    await open.close();
    rmSync(cwd, { recursive: true });
  });

  it('Jest with workers, and PayTestingModule', async () => {
    const cwd = copied('nest');
    multiply(cwd, 'payments', '.spec.ts');
    writeJestProject(cwd);
    const jest = [
      process.execPath,
      '--experimental-vm-modules',
      join(MODULES, 'jest/bin/jest.js'),
      '--maxWorkers',
      `${WORKERS}`,
    ];
    const out = await run(cwd, jest);
    expect(out).toMatch(/8 passed, 8 total/);
    expect(out).not.toContain('failed to exit gracefully');
    await expectNoWorldLeft();
    expectWorlds(8);

    // Without the variable, a file has a simulator in its own process.
    expect(
      await run(cwd, [...jest, 'payments1'], { PAY_SIMULATOR_URL: '', PAY_CONTROL_TOKEN: undefined }),
    ).toMatch(/2 passed, 2 total/);
    expect(simulator.createWorld().id).toBe('w10');
    rmSync(cwd, { recursive: true });
  });

  needs(
    vitest !== undefined,
    'Vitest',
    'it from the npm registry, which cannot be reached',
  )('Vitest with workers', async () => {
    const cwd = copied('javascript');
    multiply(cwd, 'payments', '.test.js');
    writeFileSync(
      join(cwd, 'vitest.config.mjs'),
      `export default { test: { globals: true, setupFiles: ['./world.setup.js'], maxWorkers: ${WORKERS} } };`,
    );
    const out = await run(cwd, [process.execPath, join(vitest ?? '', 'vitest/vitest.mjs'), 'run']);
    expect(out).toMatch(/8 passed/);
    await expectNoWorldLeft();
    expectWorlds(8);
  });

  needs(
    canRun('ruby', '-e', 'gem "minitest"'),
    'minitest',
    'the Debian package ruby',
  )('minitest with parallelize_me!', async () => {
    const out = await run(copied('ruby'), ['ruby', 'payments_test.rb']);
    expect(out).toMatch(/8 runs, 8 assertions, 0 failures, 0 errors/);
    await expectNoWorldLeft();
    expectWorlds(8);
  });

  needs(
    canRun('parallel_test', '--version'),
    'parallel_tests',
    'the Debian package ruby-parallel-tests, or the gem parallel_tests',
  )('parallel_tests with a process for each file', async () => {
    const cwd = copied('ruby');
    const files = multiply(cwd, 'payments', '_test.rb');
    const out = await run(cwd, ['parallel_test', '-n', `${WORKERS}`, ...files]);
    expect(out).toMatch(/4 processes for 4 \w+/);
    expect(out.match(/8 runs, 8 assertions, 0 failures, 0 errors/g)).toHaveLength(WORKERS);
    await expectNoWorldLeft();
    expectWorlds(8 * WORKERS);
  });
});

const withoutIndent = (text: string): string => text.replace(/^[ \t]+/gm, '');

describe('the page about tests in parallel', () => {
  it('has each tested file in full, so that a suite can be written from the page alone', () => {
    const page = readFileSync('docs/how-to/simulator-parallel.md', 'utf8');
    const shown = [...page.matchAll(/^```\w+ \[([\w.]+)\]\n(.*?)^```$/gms)].map(([, name, text]) => ({
      name,
      text,
    }));
    const files = ['pytest', 'phpunit', 'go', 'javascript', 'nest', 'ruby'].flatMap((folder) =>
      readdirSync(join(EXAMPLES, folder)).map((name) => ({
        name,
        text: readFileSync(join(EXAMPLES, folder, name), 'utf8'),
      })),
    );
    expect(shown).toHaveLength(files.length);
    expect(shown).toEqual(expect.arrayContaining(files));
  });

  it('quotes the tested files', () => {
    const files = readdirSync(EXAMPLES, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const code = files.map(({ parentPath, name }) =>
      withoutIndent(readFileSync(join(parentPath, name), 'utf8')),
    );
    const page = readFileSync('docs/how-to/simulator-parallel.md', 'utf8');
    const blocks = [...page.matchAll(/^ *```(py|php|go|js|ts|rb|java)\n(.*?)^ *```$/gms)].map(
      ([, , text = '']) => withoutIndent(text),
    );
    expect(blocks.length).toBeGreaterThan(8);
    expect(blocks.filter((block) => !code.some((text) => text.includes(block)))).toEqual([]);
  });

  it('names the paths of the calls that a test makes itself', async () => {
    const page = readFileSync('docs/how-to/simulator-parallel.md', 'utf8');
    const rows = [...page.matchAll(/^\| ([\w ]+) \| `(GET|POST|DELETE) \{url\}([^`]+)`/gm)];
    const paths = Object.fromEntries(rows.map(([, name = '', method, path]) => [name, { method, path }]));
    expect(Object.keys(paths)).toEqual(['token', 'order', 'read of a payment', 'refund']);
    const { credentials, pay, orders, refund } = simulator.createWorld();
    const { clientId, clientSecret, merchantId, apikey } = credentials.merchant;
    const call = async (name: string, authorization: string, body?: URLSearchParams | string, id = '') => {
      const { method = '', path = '' } = paths[name] ?? {};
      const type = typeof body === 'string' && { 'content-type': 'application/json' };
      const response = await fetch(simulator.url + path.replace('{transactionId}', id), {
        method,
        ...(body !== undefined && { body }),
        headers: { authorization, ...type },
      });
      expect({ name, status: response.status }).toEqual({ name, status: 200 });
      return (await response.json()) as Record<string, unknown>;
    };
    const basic = (user: string, password: string) =>
      `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const { access_token: token } = await call('token', basic(clientId, clientSecret), form);
    const bearer = `Bearer ${String(token)}`;
    expect(await call('order', bearer, '{"amount": 2450}')).toHaveProperty('orderCode');
    const { id } = pay(orders.list()[0]?.code);
    expect(await call('read of a payment', bearer, undefined, id)).toMatchObject({ amount: 24.5 });
    await call('refund', basic(merchantId, apikey), undefined, id);
    expect(() => refund(id, { amount: 2000 })).toThrow();
  });
});
