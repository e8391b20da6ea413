import { describe, expect, it } from '@jest/globals';
import { VERSION } from '../core/values/version.js';
import { runLine } from './command-io.testing.js';

describe('nestjs-pay', () => {
  it.each([['--help'], ['-h'], ['help']])('lists its commands for %s', async (argument) => {
    const { code, out, err } = await runLine([argument]);
    expect([code, err]).toEqual([0, '']);
    for (const name of ['doctor', 'inbox', 'lookup', 'migrations', 'payouts', 'reconcile', 'resolve'])
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('prints its usage and fails without a command', async () => {
    expect(await runLine([])).toMatchObject({ code: 2, out: '', err: (await runLine(['help'])).out });
  });

  it('prints its version', async () => {
    expect(await runLine(['--version'])).toMatchObject({ code: 0, out: `${VERSION}\n` });
  });

  it.each(['doctor', 'inbox', 'lookup', 'migrations', 'payouts', 'reconcile', 'resolve'])(
    'prints the same usage for help %s and --help',
    async (name) => {
      const { code, out } = await runLine(['help', name]);
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^nestjs-pay ${name} `));
      expect((await runLine([name, '--help'])).out).toBe(out);
      expect(out).toContain(`\nExamples:\n  nestjs-pay ${name}`);
      expect(out).toMatch(/^Page: https:\/\/\S+\.md$/m);
      // Lines are readable in a narrow terminal, except addresses, which cannot break.
      for (const line of out.split('\n').filter((text) => !text.startsWith('Page: ')))
        expect(line.length).toBeLessThanOrEqual(100);
    },
  );

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
    [
      ['doctor', '--env-file', 'none.env'],
      '--env-file: none.env cannot be read (see nestjs-pay help doctor)',
    ],
    [['migrations'], 'migrations: add --print; the command only prints SQL (see nestjs-pay help migrations)'],
    [
      ['migrations', '--print', '--schema', 'a"b'],
      '--schema: expected at most 63 letters, digits and _, not beginning with a digit\n(see nestjs-pay help migrations)',
    ],
    [
      ['payouts', '--from', '2026-11-01'],
      'payouts: add --from and --to, such as --from 2026-11-01 --to 2026-11-30\n(see nestjs-pay help payouts)',
    ],
    [
      ['reconcile'],
      'reconcile: expected order codes, or --from and --to, such as --from 2026-11-01 --to\n2026-11-02 (see nestjs-pay help reconcile)',
    ],
    [
      ['doctor', '--webhook', ''],
      '--webhook: expected a value (received an empty one; is your shell variable set?)\n(see nestjs-pay help doctor)',
    ],
    [['inbox', 'list', '--limit'], "Option '--limit <value>' argument missing (see nestjs-pay help inbox)"],
  ])('rejects %j with one sentence and exit code 2', async (args, sentence) => {
    expect(await runLine(args)).toMatchObject({ code: 2, out: '', err: `nestjs-pay: ${sentence}\n` });
  });

  it('names the variables that the doctor needs if none is set', async () => {
    const { code, out } = await runLine(['doctor'], {});
    expect(code).toBe(1);
    for (const name of ['PAY_CLIENT_ID', 'PAY_CLIENT_SECRET', 'PAY_MERCHANT_ID', 'PAY_API_KEY'])
      expect(out).toContain(name);
  });

  it('names an environment variable with an invalid value', async () => {
    const { code, err } = await runLine(['doctor'], { PAY_CLIENT_ID: 'a', PAY_DEV: 'perhaps' });
    expect([code, err]).toEqual([
      2,
      'nestjs-pay: PAY_DEV must be true, false, 1 or 0 (see nestjs-pay help doctor)\n',
    ]);
  });

  it.each([
    [['simulator', '--port', '0'], 'simulator', 'npx pay-simulator'],
    [['help', 'simulator'], 'simulator', 'npx pay-simulator'],
    [['verify', '--demo'], 'verify', 'npx pay-simulator verify --demo'],
  ])('names the package that contains %j now', async (args, name, command) => {
    expect(await runLine(args)).toMatchObject({
      code: 2,
      err: `nestjs-pay: ${name} moved to the package pay-simulator: run ${command}\n(see nestjs-pay help)\n`,
    });
  });
});
