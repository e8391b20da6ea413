import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PayoutSummary } from 'nestjs-pay/payouts';
import { World } from '../../../../test/contract/round-trips/world.js';
import { DAY_MS, dayOf, MIDNIGHT, trade } from '../../../../test/payouts/trade.js';
import { runLine } from './command-io.testing.js';
import { run } from './run.js';

let world: World;
let period: { from: string; to: string };
const folder = mkdtempSync(join(tmpdir(), 'pay-payouts-'));
beforeAll(async () => {
  world = await World.create('payouts command', MIDNIGHT);
  const start = world.simulator.clock.now();
  await trade(world, 10, 5);
  period = { from: dayOf(start), to: dayOf(start + 9 * DAY_MS) };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

it('counts one sale and one line in the singular', async () => {
  const single = await World.create('payouts command, one sale', MIDNIGHT);
  try {
    const day = dayOf(single.simulator.clock.now());
    const payouts = ['payouts', '--from', day, '--to', day];
    const before = await runLine(payouts, single.simulator.environment);
    const earlier = dayOf(single.simulator.clock.now() - 30 * DAY_MS);
    const empty = await runLine(
      ['payouts', '--from', earlier, '--to', earlier],
      single.simulator.environment,
    );
    expect(empty.out).toContain('There are no sales and no movements in these days.');
    expect(before.out).toMatch(/ 0 lines\n.*not cleared yet .* 0 lines\n.*no statement yet .* 1 line$/m);
    await single.payment({ amount: 1000 });
    const { out, err } = await runLine(payouts, single.simulator.environment);
    expect(out).toMatch(/not cleared yet +10\.00 EUR +1 line\n +no statement yet +10000\.00 EUR +1 line$/m);
    expect(err).toMatch(/ 1 sale, 1 movement$/m);
  } finally {
    await single.close();
  }
});

it('npx nestjs-pay payouts prints the totals, writes the file and shows progress', async () => {
  const { dataServices, merchant } = world.simulator.credentials;
  const output = { out: '', err: '' };
  const io = {
    env: {
      PAY_DATA_SERVICES_CLIENT_ID: dataServices.clientId,
      // A secret from a file ends with a line break.
      PAY_DATA_SERVICES_CLIENT_SECRET: `${dataServices.clientSecret}\n`,
      PAY_MERCHANT_ID: merchant.merchantId,
      PAY_API_KEY: merchant.apikey,
      PAY_DEV: 'true',
      PAY_SIMULATOR_URL: world.simulator.url,
    },
    folder,
    isTerminal: false,
    out: (written: string) => void (output.out += written),
    err: (written: string) => void (output.err += written),
  };
  const days = ['--from', period.from, '--to', period.to];
  expect([await run(['payouts', ...days, '--csv', 'november.csv'], io), output.err]).toEqual([
    0,
    expect.stringMatching(new RegExp(`${period.to}: day 17 of 17, \\d+ sales, \\d+ movements\n$`)),
  ]);
  expect(output.out).toMatch(/MT940 statement +[\d.]+ EUR\n +remainder +0\.00 EUR\n/);
  expect(output.out).toContain('Everything is explained.');
  output.out = '';
  expect(await run(['payouts', ...days, '--json', '--currency', 'EUR', '--currency', '840'], io)).toBe(0);
  const { isExplained, currencies } = JSON.parse(output.out) as PayoutSummary;
  expect(isExplained).toBe(true);
  // The header and the empty end are no lines.
  const written = readFileSync(join(folder, 'november.csv'), 'utf8').split('\r\n').length - 2;
  expect(written).toBe(
    currencies.flatMap(({ lines }) => Object.values(lines)).reduce((all, one) => all + one, 0),
  );
  expect(await run(['payouts', ...days, '--spreadsheet', 'november.csv', '--decimal-comma'], io)).toBe(0);
  expect(readFileSync(join(folder, 'november.csv'), 'utf8')).toMatch(/^\uFEFFday;.*\r\n.*;-?\d+,\d\d;EUR;/);
  for (const wrong of [
    ['--csv', 'a', '--spreadsheet', 'b'],
    ['--csv', 'a', '--decimal-comma'],
  ])
    expect(await run(['payouts', ...days, ...wrong], io)).toBe(2);
  expect(await run(['payouts', ...days], { ...io, env: {} })).toBe(2);
  expect(output.err).toMatch(/set PAY_DATA_SERVICES_CLIENT_ID and\sPAY_DATA_SERVICES_CLIENT_SECRET/);
  // A file that is not complete does not stay.
  const checkout = {
    PAY_DATA_SERVICES_CLIENT_ID: merchant.clientId,
    PAY_DATA_SERVICES_CLIENT_SECRET: merchant.clientSecret,
  };
  expect(
    await run(['payouts', ...days, '--csv', 'failed.csv'], { ...io, env: { ...io.env, ...checkout } }),
  ).toBe(1);
  expect(readdirSync(folder)).toEqual(['november.csv']);
});
