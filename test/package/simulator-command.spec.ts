import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SIMULATOR } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { RunningCommand } from './running-command.js';

const READY = /^Simulator +(http:\S+)$/m;
const folder = mkdtempSync(join(tmpdir(), 'pay-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = (...args: string[]): Promise<RunningCommand> =>
  RunningCommand.start(process.execPath, [SIMULATOR.command, '--port=0', ...args], {
    until: READY,
    cwd: folder,
  });

/** Runs the command until it ends by itself. */
function failing(...args: string[]): [status: number | null, error: string] {
  const { status, stderr } = spawnSync(process.execPath, [SIMULATOR.command, '--port=0', ...args], {
    encoding: 'utf8',
    cwd: folder,
  });
  return [status, stderr];
}

describe('pay-simulator', () => {
  it('ends within a second on SIGTERM, with open connections, a request without a response and a waiting webhook', async () => {
    const command = await start('--webhook=http://127.0.0.1:9/hook');
    const url = new URL(command.printed(READY));
    const health = (await (await fetch(`${url.origin}/health`)).json()) as Record<string, unknown>;
    expect(health).toMatchObject({ status: 'ready', version: SIMULATOR.manifest.version });
    await fetch(`${url.origin}/_simulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operation: '*', kind: 'delay', ms: 'never' }),
    });
    const waiting = fetch(`${url.origin}/web/web/checkout`).catch(() => undefined);
    const idle = connect(Number(url.port), url.hostname).on('error', () => undefined);
    await once(idle, 'connect');
    const { code, ms } = await command.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(1_000);
    await waiting;
  });

  it('prints a new control token once if it listens beyond loopback', async () => {
    const command = await start('--host=0.0.0.0');
    const token = command.printed(/^Token +(\S+)$/m);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { port } = new URL(command.printed(READY));
    const read = (authorization: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/_simulator/requests`, { headers: { authorization } });
    expect([(await read(`Bearer ${token}`)).status, (await read('Bearer wrong')).status]).toEqual([200, 401]);
    await command.stop();
    expect(command.out.split(token)).toHaveLength(2);
  });

  it('starts from a seed file, and continues from a data file instead', async () => {
    writeFileSync(join(folder, 'shop.yaml'), 'orders:\n  - { amount: 2450, merchantTrns: cart-1 }\n');
    const options = ['--seed-file=shop.yaml', '--data-file=data'];
    for (const lines of [1, 0]) {
      const command = await start(...options);
      const orders = (await (await fetch(`${command.printed(READY)}/_simulator/orders`)).json()) as unknown[];
      expect(orders).toMatchObject([{ amount: 2450, merchantTrns: 'cart-1' }]);
      await command.stop();
      expect(command.out.match(/^Order +\d+ {2}cart-1 pending$/gm) ?? []).toHaveLength(lines);
    }
  });

  it('prints a test card and how to stop, in lines of at most 100 columns, and suggests --port 0 if its port is in use', async () => {
    const command = await start('--write-env=.env');
    expect(command.out).toMatch(/^Test card {2}5239 2907 0000 0101, /m);
    expect(command.out).toMatch(/^Stop {7}Ctrl-C$/m);
    expect(command.out.split('\n').filter(({ length }) => length > 100)).toEqual([]);
    const { port } = new URL(command.printed(READY));
    expect(failing('--port', port)).toEqual([
      1,
      `pay-simulator: port ${port} is in use: stop the other program, or choose a free port with --port 0\n`,
    ]);
    await command.stop();
  });

  it('ends with 2 and one sentence for wrong usage', () => {
    writeFileSync(join(folder, 'wrong.yaml'), 'orders: [{ amount: 1 }]');
    writeFileSync(join(folder, 'empty'), '');
    expect(failing('--seed-file=wrong.yaml')).toEqual([
      2,
      'pay-simulator: wrong.yaml: orders[0].amount: expected whole minor units, at least 30 (received 1)\n',
    ]);
    expect(failing('--webhook=http://shop:8000/hook')).toEqual([
      2,
      expect.stringMatching(/^pay-simulator: --webhook: url: .* --allow-host shop \(option allowHosts\)\n$/),
    ]);
    expect(failing('--control-token-file=empty')).toEqual([
      2,
      'pay-simulator: --control-token-file: empty is empty; expected a control token\n',
    ]);
    expect(failing('--allow-host=http://shop')[0]).toBe(2);
  });
});

// npx is replaced by a script that runs this build: everything else is the action's own script.
describe('the GitHub Action', () => {
  const { inputs, runs, outputs } = parse(readFileSync(join(SIMULATOR.folder, 'action.yml'), 'utf8')) as {
    inputs: { version: { default: string } };
    runs: { steps: [{ run: string }] };
    outputs: Record<string, unknown>;
  };
  const bin = join(folder, 'bin');
  const run = (command: string, port: string): ReturnType<typeof spawnSync> => {
    spawnSync('mkdir', ['-p', bin]);
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\n${command}\n`);
    chmodSync(join(bin, 'npx'), 0o755);
    return spawnSync('bash', ['--noprofile', '--norc', '-c', runs.steps[0].run], {
      encoding: 'utf8',
      env: {
        PATH: `${bin}:${process.env['PATH']}`,
        ...{ VERSION: '0.1.0', PORT: port, ARGUMENTS: '--seed action --strict', SET_ENVIRONMENT: 'true' },
        ...{ GITHUB_ENV: join(folder, 'github-env'), GITHUB_OUTPUT: join(folder, 'github-output') },
      },
    });
  };
  const hasBash = spawnSync('bash', ['--version']).status === 0;
  if (!hasBash) noteSkipped('The GitHub Action was skipped: it needs bash.');

  (hasBash ? it : it.skip)(
    'starts the simulator, waits for it and sets its outputs (needs bash)',
    async () => {
      const free = await start();
      const { port } = new URL(free.printed(READY));
      await free.stop();
      const pidFile = join(folder, 'pid');
      const { status, stderr } = run(
        `shift 2\necho $$ >${pidFile}\nexec "${process.execPath}" "${SIMULATOR.command}" "$@"`,
        port,
      );
      expect([status, stderr]).toEqual([0, '']);
      expect(inputs.version.default).toBe(SIMULATOR.manifest.version);
      const found = Object.fromEntries(
        readFileSync(join(folder, 'github-output'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('=')),
      ) as Record<string, string>;
      expect(Object.keys(found)).toEqual(Object.keys(outputs));
      expect((await fetch(`${found['url']}/health`)).status).toBe(200);
      expect(readFileSync(join(folder, 'github-env'), 'utf8')).toContain(
        `PAY_SIMULATOR_URL=${found['url']}\n`,
      );
      // Another simulator on the port is not the one that the step started.
      const second = run(`shift 2\nexec "${process.execPath}" "${SIMULATOR.command}" "$@"`, port);
      expect([second.status, second.stdout]).toEqual([1, expect.stringContaining(`port ${port} is in use`)]);
      process.kill(Number(readFileSync(pidFile, 'utf8')));
      const broken = run('echo "no such package" >&2; exit 1', port);
      expect([broken.status, broken.stdout]).toEqual([1, expect.stringContaining('no such package')]);
    },
  );
});
