import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { freePort } from '../free-port.mjs';
import { SIMULATOR } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { until } from '../until.js';
import { RunningCommand } from './running-command.js';

const ROOT = join(import.meta.dirname, '../..');
const COMPOSE = join(ROOT, 'examples/compose');
const NAMES = join(import.meta.dirname, 'fixtures/network-names');
/** Addresses of the two services, as in a network of containers. Only Linux has all of 127.0.0.0/8. */
const NETWORK = { simulator: '127.0.0.2', shop: '127.0.0.3' };
const hasPython = process.platform === 'linux' && spawnSync('python3', ['--version']).status === 0;
if (!hasPython) noteSkipped('The compose example was skipped: it needs python3 on Linux.');

interface Service {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: unknown;
}

const { services } = parse(readFileSync(join(COMPOSE, 'compose.yaml'), 'utf8')) as {
  services: Readonly<Record<'simulator' | 'shop', Service>>;
};
const folder = mkdtempSync(join(tmpdir(), 'pay-compose-'));
const tokenFile = join(folder, 'control-token');
const env = { NETWORK_NAMES: JSON.stringify(NETWORK) };
const running: RunningCommand[] = [];
afterAll(async () => {
  await Promise.all(running.map((command) => command.stop()));
  rmSync(folder, { recursive: true });
});

async function start(
  command: string,
  args: string[],
  options: { env: object; until: RegExp },
): Promise<RunningCommand> {
  const started = await RunningCommand.start(command, args, { ...options, env: { ...env, ...options.env } });
  running.push(started);
  return started;
}

// A test, although no container runs here: the commands are those of compose.yaml, and only ports and the folder differ.
describe('examples/compose', () => {
  (hasPython ? it : it.skip)(
    'takes, is notified of and refunds a payment with two network names (needs python3 on Linux)',
    async () => {
      const shopPort = await freePort(NETWORK.shop);
      const simulator = await start(
        process.execPath,
        [
          `--import=${join(NAMES, 'resolve-names.mjs')}`,
          SIMULATOR.command,
          ...services.simulator.command.map((arg) =>
            arg.replace('/data', folder).replace('//shop:8000', `//shop:${shopPort}`),
          ),
          '--port=0',
        ],
        { env: {}, until: /^Webhook .*waiting for http:\/\/shop/m },
      );
      const port = simulator.printed(/^Simulator +http:\/\/127\.0\.0\.1:(\d+)$/m);
      const shop = `http://${NETWORK.shop}:${shopPort}`;
      await start('python3', ['-u', join(COMPOSE, 'shop.py')], {
        env: {
          ...services.shop.environment,
          PYTHONPATH: NAMES,
          PAY_URL: `http://simulator:${port}`,
          CHECKOUT_URL: `http://127.0.0.1:${port}`,
          SHOP_HOST: NETWORK.shop,
          SHOP_PORT: String(shopPort),
        },
        until: /^Shop /m,
      });
      await until(() => /^Webhook +http:\/\/shop:\d+\/webhook$/m.test(simulator.out));

      const bought = await fetch(`${shop}/buy`, { method: 'POST', redirect: 'manual' });
      const checkout = bought.headers.get('location') ?? '';
      const code = new URL(checkout).searchParams.get('ref') ?? '';
      // The customer's browser has no token.
      expect(await (await fetch(checkout)).text()).toContain('24.50');
      expect((await fetch(`http://127.0.0.1:${port}/_simulator/orders`)).status).toBe(401);
      const { stdout, status } = spawnSync(
        process.execPath,
        [
          ...[SIMULATOR.command, 'trigger', 'payment', '--order', code, '--url', `http://127.0.0.1:${port}`],
          ...['--control-token-file', tokenFile],
        ],
        { encoding: 'utf8' },
      );
      expect([status, stdout]).toEqual([
        0,
        expect.stringMatching(/1796 .*http:\/\/shop:\d+\/webhook {2}200/),
      ]);
      const state = async (): Promise<unknown> =>
        ((await (await fetch(`${shop}/orders.json`)).json()) as Record<string, { state: string }>)[code]
          ?.state;
      expect(await state()).toBe('paid');
      await fetch(`${shop}/refund`, { method: 'POST', body: new URLSearchParams({ order: code }) });
      await until(async () => (await state()) === 'refunded');

      const token = readFileSync(tokenFile, 'utf8').trim();
      expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
      expect(simulator.out).not.toContain(token);
    },
  );

  it('waits for the simulator with the check of the Containerfile, and starts its command', () => {
    const containerfile = readFileSync(join(SIMULATOR.folder, 'Containerfile'), 'utf8');
    const [, check = '[]'] = /HEALTHCHECK [^[]*(\[.*\])/.exec(containerfile) ?? [];
    expect(services.simulator.healthcheck?.test).toEqual(['CMD', ...(JSON.parse(check) as string[])]);
    expect(services.shop.depends_on).toEqual({ simulator: { condition: 'service_healthy' } });
    expect(containerfile).toContain(`ARG PACKAGE=pay-simulator@${SIMULATOR.manifest.version}\n`);
    expect(containerfile).toContain('ENTRYPOINT ["pay-simulator"]');
  });
});
