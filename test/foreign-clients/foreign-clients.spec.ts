import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SIMULATOR } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { canRun, freePort, startRun } from './run-with-simulator.js';

const EXAMPLES = join(SIMULATOR.folder, 'examples');
const SHOPS = [
  { language: 'Python', command: ['python3', join(EXAMPLES, 'python/shop.py')], check: ['-c', 'import ssl'] },
  {
    language: 'PHP',
    command: ['php', join(EXAMPLES, 'php/shop.php')],
    check: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    packages: 'php-cli and php-curl',
  },
] as const;

describe('clients that others wrote', () => {
  it.each(['demo', 'live'])(
    '@nkhind/vivawallet-sdk takes, reads and refunds: %s hosts',
    async (environment) => {
      const { ended } = startRun(
        [process.execPath, join(import.meta.dirname, 'vivawallet-sdk.mjs'), environment],
        {
          // The package reads order codes as numbers, so codes beyond 2^53 would be rounded.
          options: ['--order-codes', 'safe'],
        },
      );
      const { code, out } = await ended;
      expect(code).toBe(0);
      expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({
        hasPage: true,
        status: 'F',
        amount: 24.5,
        refund: { success: true, message: expect.any(String), data: { transactionId: expect.any(String) } },
      });
    },
  );
});

describe('the pages about other languages', () => {
  it.each([
    ['docs/how-to/simulator-python.md', 'py', 'python/shop.py'],
    ['docs/how-to/simulator-php.md', 'php', 'php/shop.php'],
  ])('%s quotes the shop that the tests run', (page, language, shop) => {
    const blocks = [...readFileSync(page, 'utf8').matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)]
      .filter(([, name]) => name === language)
      .map(([, , text = '']) => text.replace(/^ {3}/gm, ''));
    const code = readFileSync(join(EXAMPLES, shop), 'utf8');
    expect([blocks.length > 0, blocks.filter((block) => !code.includes(block))]).toEqual([true, []]);
  });

  it('name the credentials that a command gets', async () => {
    const { ended } = startRun([process.execPath, '-e', 'console.log(JSON.stringify(process.env))']);
    const env = JSON.parse((await ended).out) as Record<string, string>;
    const page = readFileSync('docs/how-to/simulator-transparent.md', 'utf8');
    const rows = [...page.matchAll(/\| `(PAY_\w+)` \| `([^`]+)` \|/g)];
    expect(Object.fromEntries(rows.map(([, name = '', value]) => [name, value]))).toEqual(
      Object.fromEntries(rows.map(([, name = '']) => [name, env[name]])),
    );
    expect(rows).toHaveLength(6);
  });
});

describe('the shops of the documentation, with the hosts of the demo environment', () => {
  for (const { language, command, check, ...shop } of SHOPS) {
    const isInstalled = canRun(command[0], ...check);
    if (!isInstalled) {
      const packages = 'packages' in shop ? shop.packages : command[0];
      noteSkipped(
        `The ${language} shop was skipped: ${packages} is not installed (Debian: apt-get install).`,
      );
    }
    (isInstalled ? it : it.skip)(
      `${language}: takes a payment, receives its webhook, and refunds a part`,
      async () => {
        const port = await freePort();
        const { ended } = startRun(command, {
          options: ['--webhook', `http://127.0.0.1:${port}/webhook`],
          env: { PORT: String(port) },
        });
        const { code, out, err } = await ended;
        expect([code, out.replace(/\d{16}/, '…'), err.includes('Webhook ')]).toEqual([
          0,
          'Pay at https://demo.vivapayments.com/web/checkout?ref=…\nPaid 24.50\nRefunded 4.50\n',
          true,
        ]);
      },
    );
  }
});
