import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator } from '../index.js';
import type { PaySimulator } from '../index.js';
import { readVariables } from './env-file.js';
import { runTrigger } from './trigger.command.js';
import { runWorlds } from './worlds.command.js';

let simulator: PaySimulator;
beforeEach(async () => {
  simulator = await createPaySimulator({ seed: 'worlds' });
});
afterEach(() => simulator.close());

async function run(command: typeof runWorlds, ...args: string[]): Promise<string> {
  let printed = '';
  const env = { PAY_SIMULATOR_URL: simulator.url };
  const code = await command(args, { env, folder: tmpdir(), out: (text) => void (printed += text) });
  expect(code).toBe(0);
  return printed;
}

const worlds = (...args: string[]): Promise<string> => run(runWorlds, ...args);

describe('pay-simulator worlds', () => {
  it('creates a world, and prints its variables as lines of a .env file', async () => {
    const printed = await worlds('create', '--id', 'worker-1', '--ttl', '600', '--clock', 'manual');
    const { control, console: page, endsAt } = await get('worker-1');
    expect(printed.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      `# world worker-1, ends at ${endsAt}`,
      `# console ${page}`,
      `# control ${control}`,
    ]);
    const variables = Object.fromEntries(readVariables(printed));
    expect(variables).toEqual((await get('worker-1')).environment);
    expect(variables['PAY_SIMULATOR_URL']).toBe(simulator.url);
    expect(variables['PAY_MERCHANT_ID']).not.toBe(simulator.credentials.merchant.merchantId);
  });

  it('prints what the control API returns, with --json', async () => {
    const created = JSON.parse(await worlds('create', '--json')) as { id: string };
    expect(created).toEqual(await get(created.id));
    expect(JSON.parse(await worlds('list', '--json'))).toEqual([
      expect.objectContaining({ id: 'default' }),
      expect.objectContaining({ id: created.id }),
    ]);
  });

  it('lists worlds, also without a word after its name, and ends them', async () => {
    await worlds('create', '--id', 'a');
    await worlds('create', '--id', 'b', '--ttl', '60');
    const { endsAt } = await get('b');
    const listed = `default  ${simulator.url}/console
a        ${simulator.url}/worlds/a/console
b        ${simulator.url}/worlds/b/console  ends at ${endsAt}
`;
    expect([await worlds('list'), await worlds()]).toEqual([listed, listed]);
    expect(await worlds('end', 'a', 'b')).toBe('ended a\nended b\n');
    expect(await worlds()).toBe(`default  ${simulator.url}/console\n`);
  });

  it.each([
    [['crate'], 'worlds: "crate" is unknown: did you mean create?'],
    [['shop'], 'worlds: "shop" is unknown; expected one of create, list, end'],
    [['end'], 'worlds end: expected the ID of a world'],
    [['list', 'a'], 'worlds list: remove "a"'],
    [['create', 'a'], 'worlds create: remove "a"; to name the world, add --id'],
    [['list', '--ttl', '5'], '--ttl: only worlds create accepts it'],
    [['create', '--ttl', 'soon'], '--ttl: expected a whole number from 1 to 315360000 (received "soon")'],
    [['create', '--ttl', '400000000'], '--ttl: expected'],
    [['create', '--id', 'Not valid'], '--id: expected'],
    [['create', '--order-codes', 'small'], '--order-codes: expected one of mixed, beyond-safe, safe'],
  ])('refuses %j', async (args, message) => {
    await expect(worlds(...args)).rejects.toThrow(message);
  });

  it('says that a world has the ID, or that none has', async () => {
    await worlds('create', '--id', 'a');
    await expect(worlds('create', '--id', 'a')).rejects.toThrow('id: a world a exists');
    await expect(worlds('end', 'none')).rejects.toThrow('No world has the ID none');
  });

  it('prints the token of a world whose simulator needs one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'worlds-'));
    await simulator.close();
    simulator = await createPaySimulator({ controlToken: 'the-token-of-the-team' });
    try {
      const file = join(folder, 'token');
      writeFileSync(file, 'the-token-of-the-team');
      const printed = await worlds('create', '--id', 'a', '--control-token-file', file);
      const [, token = ''] = /^# token (\S+)$/m.exec(printed) ?? [];
      writeFileSync(file, token);
      await run(runTrigger, 'payment', '--world', 'a', '--control-token-file', file);
      await expect(run(runTrigger, 'payment', '--control-token-file', file)).rejects.toThrow('token');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('pay-simulator trigger --world', () => {
  it('acts on the world', async () => {
    await worlds('create', '--id', 'a');
    await run(runTrigger, 'payment', '--world', 'a');
    expect(simulator.transactions.list()).toEqual([]);
    expect(await json('/worlds/a/transactions')).toHaveLength(1);
    await run(runTrigger, 'payment', '--world', 'default');
    expect(simulator.transactions.list()).toHaveLength(1);
    await expect(run(runTrigger, 'payment', '--world', 'b')).rejects.toThrow('No world has the ID b');
  });
});

async function json(path: string): Promise<unknown> {
  return fetch(`${simulator.url}/_simulator${path}`).then((response) => response.json());
}

const get = (id: string) =>
  json(`/worlds/${id}`) as Promise<
    Readonly<Record<'console' | 'control' | 'endsAt', string>> & { environment: object }
  >;
