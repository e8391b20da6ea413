import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { freePort } from '../free-port.mjs';
import { SIMULATOR } from '../packages.js';
import { until } from '../until.js';
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
function ended(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [SIMULATOR.command, ...args], {
    encoding: 'utf8',
    cwd: folder,
    timeout: 60_000,
  });
}

let help: string | undefined;
/** Returns the help of the whole command. */
const mainHelp = (): string => (help ??= ended('--help').stdout);

/** Returns the exit code, and the error on one line. */
function failing(...args: string[]): [status: number | null, error: string] {
  const { status, stderr } = ended('--port=0', ...args);
  return [status, stderr.trimEnd().replaceAll('\n', ' ')];
}

const tooLong = (text: string): string[] => text.split('\n').filter((line) => line.length > 80);

describe('pay-simulator', () => {
  it('ends at once on SIGTERM, with open connections, a request without a response and a waiting webhook', async () => {
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
    // Node.js closes the idle connection after a minute, and nothing ends the request and the webhook.
    expect(ms).toBeLessThan(30_000);
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

  it('prints a test card and how to stop, in lines of at most 80 columns, and suggests --port 0 if its port is in use', async () => {
    const command = await start('--write-env=.env');
    expect(command.out).toMatch(/^Test card {2}5239 2907 0000 0101, /m);
    expect(command.out).toMatch(/^Stop {7}Ctrl-C$/m);
    expect(tooLong(command.out)).toEqual([]);
    const { port } = new URL(command.printed(READY));
    expect(failing('--port', port)).toEqual([
      1,
      `pay-simulator: port ${port} is in use: stop the other program, or choose a free port with --port 0`,
    ]);
    await command.stop();
  });

  it('prints its variables in lines of at most 80 columns', async () => {
    const command = await start();
    await command.stop('SIGINT');
    expect(command.out).toContain('PAY_SIMULATOR_URL=');
    expect(tooLong(command.out)).toEqual([]);
  });

  it.each([['--help'], ['-h'], ['help'], ['start', '--help'], ['help', 'start']])(
    'prints the same help for %s %s',
    (...args) => {
      const { status, stdout } = ended(...args);
      expect([status, stdout]).toEqual([0, mainHelp()]);
    },
  );

  it('prints help for each command in its help, in lines of at most 80 columns', () => {
    const commands = [...mainHelp().matchAll(/^ {2}([a-z]+)(?: <command>)? {2,}[A-Z]/gm)].map(
      ([, name = '']) => name,
    );
    expect(commands).toEqual(expect.arrayContaining(['start', 'run', 'trigger', 'verify', 'help']));
    for (const name of commands)
      for (const args of [
        [name, '--help'],
        ['help', name],
      ]) {
        const { status, stdout } = ended(...args);
        expect([status, stdout]).toEqual([
          0,
          expect.stringMatching(/^Usage:\n {2}pay-simulator [^]*^Examples:\n/m),
        ]);
        expect(tooLong(stdout)).toEqual([]);
      }
  });

  it('prints its version', () => {
    expect(ended('--version')).toMatchObject({ status: 0, stdout: `${SIMULATOR.manifest.version}\n` });
  });

  // One folder has a blank and a quote, as folders of a user can.
  it('prints variables of --transparent that a POSIX shell reads as they are', async () => {
    const caDir = join(folder, "my shop's certificates");
    const command = await start('--transparent', `--ca-dir=${caDir}`);
    await command.stop();
    const lines = command.out.slice(command.out.indexOf('# for clients that use'));
    expect(lines).toMatch(/^export HTTPS_PROXY=http:\S+$/m);
    const script = `${lines}\n"$1" -p 'JSON.stringify(process.env)'`;
    const { stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      SSL_CERT_FILE: join(caDir, 'bundle.pem'),
      NODE_OPTIONS: expect.stringMatching(/^--require ".*node-preload\.js"$/),
    });
  });

  it.each([
    [['trager'], 'unknown command trager: did you mean trigger? (see pay-simulator --help)'],
    [
      ['shop'],
      'unknown command shop; expected start, run, trigger, next, worlds, verify, help (see pay-simulator --help)',
    ],
    [['--prot=1'], 'unknown option --prot: did you mean --port? (see pay-simulator --help)'],
    [
      ['trigger', 'payment', '--oder=1'],
      'unknown option --oder: did you mean --order? (see pay-simulator trigger --help)',
    ],
    [
      ['verify', '--clas=payment'],
      'unknown option --clas: did you mean --class? (see pay-simulator verify --help)',
    ],
    [['trigger', 'refnd'], 'trigger: "refnd" is unknown: did you mean refund?'],
    [
      ['run', '--prot=1', '--', 'true'],
      'unknown option --prot: did you mean --port? (see pay-simulator --help)',
    ],
    ...[['run'], ['run', 'npm', 'test'], ['run', 'pytest', '-x']].map((args): [string[], string] => [
      args,
      'run: expected a command after --, for example pay-simulator run -- npm test',
    ]),
    [['trigger', 'payment', '--amount'], '--amount: expected a value (see pay-simulator trigger --help)'],
    [
      ['trigger', 'payment', '--amount', '-5'],
      '--amount: expected a value; if it starts with a dash, write --amount=… (see pay-simulator trigger --help)',
    ],
    [['--seed-file='], '--seed-file: expected a value (received an empty one; is your shell variable set?)'],
    [
      ['verify', '--demo', '--class='],
      '--class: expected a value (received an empty one; is your shell variable set?)',
    ],
    [
      ['verify'],
      'add --demo; the probes create orders and payments, so they run only in the demo environment (see pay-simulator verify --help)',
    ],
  ])('ends with 2 and the fix for %j', (args, message) => {
    const { status, stdout, stderr } = ended(...args);
    expect([status, stdout, stderr.replaceAll('\n', ' ')]).toEqual([2, '', `pay-simulator: ${message} `]);
  });

  it('names the option of an address that it cannot listen on', () => {
    expect(failing('--host=192.0.2.1', '--control-token-file=token')).toEqual([
      1,
      'pay-simulator: --host: expected an address of this machine, such as 127.0.0.1 or 0.0.0.0 (received 192.0.2.1)',
    ]);
  });

  it('ends quietly if its output is closed, at the next line', async () => {
    const receiver = createServer((_, response) => response.end('not JSON'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hook`;
    const command = spawn(process.execPath, [SIMULATOR.command, '--port=0', `--webhook=${url}`]);
    let errors = '';
    command.stderr.on('data', (text) => (errors += String(text)));
    let printed = '';
    command.stdout.on('data', (text) => (printed += String(text)));
    await until(() => printed.includes('ECONNREFUSED'));
    command.stdout.destroy();
    // Its next attempt fails for another reason, and prints a line.
    receiver.listen(port, '127.0.0.1');
    const [code] = (await once(command, 'close')) as [number];
    receiver.close();
    expect([code, errors]).toEqual([0, '']);
  });

  it('registers the webhooks of a seed file for a command, too', async () => {
    const receiver = `const { port } = new URL(process.argv[1]);
      require('node:http').createServer(() => process.exit(7)).listen(port, '127.0.0.1');`;
    const url = `http://127.0.0.1:${await freePort()}/hook`;
    writeFileSync(join(folder, 'hooks.yaml'), `webhooks:\n  - { url: '${url}' }\n`);
    const command = [process.execPath, '-e', receiver, url];
    expect(ended('run', '--seed-file=hooks.yaml', '--', ...command).status).toBe(7);
  });

  it('does not start a command if the shop of the seed file cannot be created', () => {
    writeFileSync(join(folder, 'refused.yaml'), 'account: { permissions: { refunds: true } }');
    const command = [process.execPath, '-p', '"started"'];
    expect(ended('run', '--seed-file=refused.yaml', '--', ...command)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('refused.yaml: account.permissions: refunds: unknown member'),
    });
  });

  it('names a command of run that does not exist', () => {
    expect(ended('run', '--', 'no-such-command')).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('pay-simulator: run: no-such-command was not found\n'),
    });
  });

  it('ends with 2 and one sentence for wrong usage', () => {
    writeFileSync(join(folder, 'wrong.yaml'), 'orders: [{ amount: 1 }]');
    writeFileSync(join(folder, 'empty'), '');
    expect(failing('--seed-file=wrong.yaml')).toEqual([
      2,
      'pay-simulator: wrong.yaml: orders[0].amount: expected a whole number of minor units (1050 for 10.50), at least 30 (received 1)',
    ]);
    expect(failing('--webhook=http://shop:8000/hook')).toEqual([
      2,
      expect.stringMatching(
        /^pay-simulator: --webhook: url: [^]* --allow-host\sshop\s\(option\sallowHosts\)$/,
      ),
    ]);
    expect(failing('--control-token-file=empty')).toEqual([
      2,
      'pay-simulator: --control-token-file: empty is empty; expected a control token',
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
