import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { VERSION } from '../core/values/version.js';
import { ran } from './command-io.testing.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: Record<string, string> };

describe('nestjs-pay', () => {
  it.each([['--help'], ['-h'], ['help']])('lists its commands for %s', async (word) => {
    const { code, out, err } = await ran([word]);
    expect([code, err]).toEqual([0, '']);
    for (const name of ['doctor', 'inbox', 'simulator']) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('without a command says how it is used, and fails', async () => {
    expect(await ran([])).toMatchObject({ code: 2, out: '', err: (await ran(['help'])).out });
  });

  it('says its version', async () => {
    expect(await ran(['--version'])).toMatchObject({ code: 0, out: `${VERSION}\n` });
  });

  it.each(['doctor', 'inbox'])('explains %s in two ways', async (name) => {
    const { code, out } = await ran(['help', name]);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^nestjs-pay ${name} `));
    expect((await ran([name, '--help'])).out).toBe(out);
  });

  it.each([
    [['docter'], 'unknown command docter: did you mean doctor? (see nestjs-pay help)'],
    [['fly'], 'unknown command fly (see nestjs-pay help)'],
    [['toString'], 'unknown command toString (see nestjs-pay help)'],
    [['help', 'inbux'], 'unknown command inbux: did you mean inbox? (see nestjs-pay help)'],
    [['--json'], 'expected a command before --json (see nestjs-pay help)'],
    [
      ['doctor', '--webhok', 'x'],
      'unknown option --webhok: did you mean --webhook? (see nestjs-pay help doctor)',
    ],
    [
      ['doctor', '--client', 'shop'],
      '--client: expected wallet, marketplace or isv (see nestjs-pay help doctor)',
    ],
    [
      ['doctor', '--timeout', 'soon'],
      '--timeout: expected milliseconds, from 1 to 999999 (see nestjs-pay help doctor)',
    ],
    [['doctor', 'wallet'], 'doctor takes only options (see nestjs-pay help doctor)'],
    [['inbox', 'list', '--limit'], "Option '--limit <value>' argument missing (see nestjs-pay help inbox)"],
  ])('refuses %j in one sentence, with exit code 2', async (args, sentence) => {
    expect(await ran(args)).toMatchObject({ code: 2, out: '', err: `nestjs-pay: ${sentence}\n` });
  });

  it('names the variables that the doctor needs where there are none', async () => {
    const { code, out } = await ran(['doctor'], {});
    expect(code).toBe(1);
    for (const name of ['PAY_CLIENT_ID', 'PAY_CLIENT_SECRET', 'PAY_MERCHANT_ID', 'PAY_API_KEY'])
      expect(out).toContain(name);
  });

  it('names the variable of the environment that cannot be read', async () => {
    const { code, err } = await ran(['doctor'], { PAY_CLIENT_ID: 'a', PAY_DEV: 'perhaps' });
    expect([code, err]).toEqual([
      2,
      'nestjs-pay: PAY_DEV must be true, false, 1 or 0 (see nestjs-pay help doctor)\n',
    ]);
  });

  it.each([
    [
      ['simulator', '--port', '0', '--help'],
      ['--port', '0', '--help'],
    ],
    [['help', 'simulator'], ['--help']],
  ])('hands %j to pay-simulator as it is', async (args, handed) => {
    const { code, started } = await ran(args);
    expect(code).toBe(0);
    expect(started).toEqual([[expect.stringMatching(/pay-simulator[\\/]cli\.js$/), handed]]);
    expect(started[0]?.[0]).toContain(manifest.bin['pay-simulator']?.replace('./', ''));
  });
});
