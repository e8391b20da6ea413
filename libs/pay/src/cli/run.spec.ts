import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { VERSION } from '../core/values/version.js';
import { runLine } from './command-io.testing.js';

const FOLDER = import.meta.dirname;
/** Commands that have a file. */
const COMMANDS = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .flatMap((file) => /(\w+)\.command\.ts$/.exec(file)?.[1] ?? [])
  .sort();
const commandsIn = (help: string) =>
  [...help.matchAll(/^ {2}([a-z]+) +[A-Z]/gm)].map(([, name]) => name).sort();

describe('nestjs-pay', () => {
  it.each([['--help'], ['-h'], ['help']])(
    'lists each command that has a file for %s, in groups',
    async (argument) => {
      const { code, out, err } = await runLine([argument]);
      expect([code, err]).toEqual([0, '']);
      expect(commandsIn(out)).toEqual(COMMANDS);
      expect(out).toMatch(/^[A-Z].*\.\n\nUsage:\n {2}nestjs-pay <command>/);
    },
  );

  it('prints its usage and fails without a command', async () => {
    expect(await runLine([])).toMatchObject({ code: 2, out: '', err: (await runLine(['help'])).out });
  });

  it('prints its version', async () => {
    expect(await runLine(['--version'])).toMatchObject({ code: 0, out: `${VERSION}\n` });
  });

  it.each(COMMANDS)('prints the same help for help %s and --help, which has all parts', async (name) => {
    const { code, out } = await runLine(['help', name]);
    expect(code).toBe(0);
    expect((await runLine([name, '--help'])).out).toBe(out);
    const [summary = ''] = out.split('\n');
    const parts = [
      /^Usage:\n {2}nestjs-pay /m,
      /^Examples:\n {2}nestjs-pay /m,
      /^Exit codes: 0 /m,
      /^Page:\s+https:\S+$/m,
    ];
    for (const part of parts) expect(out).toMatch(part);
    // The list of commands has the same sentence, on one line.
    expect((await runLine(['help'])).out).toContain(`  ${name.padEnd(13)}  ${summary.replace(/\.$/, '')}\n`);
  });

  it.each([['help'], ...COMMANDS.map((name) => ['help', name])])(
    'fits into 80 columns: %s %s',
    async (...args) => {
      const { out } = await runLine(args);
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
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
      ['doctor', '--client', 'walet'],
      '--client: expected wallet, marketplace or isv: did you mean wallet? (see nestjs-pay help doctor)',
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
      '--schema: expected at most 63 letters, digits and _, not beginning with a digit (see nestjs-pay help migrations)',
    ],
    [
      ['payouts', '--from', '2026-11-01'],
      'payouts: add --from and --to, such as --from 2026-11-01 --to 2026-11-30 (see nestjs-pay help payouts)',
    ],
    [
      ['reconcile'],
      'reconcile: expected order codes, or --from and --to, such as --from 2026-11-01 --to 2026-11-02 (see nestjs-pay help reconcile)',
    ],
    [
      ['doctor', '--webhook', ''],
      '--webhook: expected a value (received an empty one; is your shell variable set?) (see nestjs-pay help doctor)',
    ],
    [['inbox', 'list', '--limit'], "Option '--limit <value>' argument missing (see nestjs-pay help inbox)"],
  ])('rejects %j with one sentence and exit code 2', async (args, sentence) => {
    const { code, out, err } = await runLine(args);
    expect([code, out, err.replaceAll('\n', ' ')]).toEqual([2, '', `nestjs-pay: ${sentence} `]);
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
});
