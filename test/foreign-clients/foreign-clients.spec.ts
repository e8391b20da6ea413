import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SIMULATOR } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { freePort } from '../free-port.mjs';
import { canRun, startRun } from './run-with-simulator.js';

const EXAMPLES = join(SIMULATOR.folder, 'examples');
/** A new project, as `dotnet new console` makes it, with the program of the page. */
const CSHARP_PROJECT = join(tmpdir(), `pay-csharp-${process.pid}`);
const PAID_AND_REFUNDED = 'Paid 24.50\nRefunded 4.50\n';
/** `check` shows whether the language is installed. A shop with `hasWebhook` waits for its webhook. */
const SHOPS = [
  {
    language: 'Node.js',
    command: [process.execPath, join(EXAMPLES, 'node/shop.mjs')],
    check: ['--version'],
    hasWebhook: true,
  },
  {
    language: 'curl',
    command: ['bash', join(EXAMPLES, 'curl/shop.sh')],
    check: ['-c', 'curl --version'],
    toInstall: 'the package curl',
    printed: 'Status F, amount 24.50\nRefund: success true, amount -4.50\n',
  },
  {
    language: 'Go',
    command: ['go', 'run', join(EXAMPLES, 'go/shop.go')],
    check: ['version'],
    toInstall: 'the Debian package golang-go',
  },
  {
    language: 'Ruby',
    command: ['ruby', join(EXAMPLES, 'ruby/shop.rb')],
    check: ['-e', 'require "net/http"; require "openssl"'],
    toInstall: 'the Debian package ruby',
  },
  {
    language: 'Java',
    command: ['java', join(EXAMPLES, 'java/Shop.java')],
    check: ['--describe-module', 'jdk.compiler'],
    toInstall: 'the Debian package default-jdk-headless',
  },
  {
    language: 'C#',
    command: ['dotnet', 'run', '--project', CSHARP_PROJECT],
    check: ['--version'],
    toInstall: 'the .NET SDK of Microsoft',
  },
  {
    language: 'Python',
    command: ['python3', join(EXAMPLES, 'python/shop.py')],
    check: ['-c', 'import ssl'],
    toInstall: 'the Debian package python3',
    hasWebhook: true,
  },
  {
    language: 'PHP',
    command: ['php', join(EXAMPLES, 'php/shop.php')],
    check: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    toInstall: 'the Debian packages php-cli and php-curl',
    hasWebhook: true,
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

const withoutIndent = (text: string): string => text.replace(/^[ \t]+/gm, '');

describe('the pages about other languages', () => {
  it.each([
    ['docs/how-to/simulator-node.md', 'js', 'node/shop.mjs'],
    ['docs/how-to/simulator-python.md', 'py', 'python/shop.py'],
    ['docs/how-to/simulator-php.md', 'php', 'php/shop.php'],
    ['docs/how-to/simulator-java.md', 'java', 'java/Shop.java'],
    ['docs/how-to/simulator-curl-go-csharp.md', 'sh', 'curl/shop.sh'],
    ['docs/how-to/simulator-curl-go-csharp.md', 'go', 'go/shop.go'],
    ['docs/how-to/simulator-curl-go-csharp.md', 'rb', 'ruby/shop.rb'],
    ['docs/how-to/simulator-curl-go-csharp.md', 'csharp', 'csharp/Program.cs'],
  ])('%s quotes the tested shop, in %s', (page, language, shop) => {
    const blocks = [...readFileSync(page, 'utf8').matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)]
      .filter(([, name]) => name === language)
      .map(([, , text = '']) => withoutIndent(text));
    const code = withoutIndent(readFileSync(join(EXAMPLES, shop), 'utf8'));
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

describe('the page about CI', () => {
  const isPosix = process.platform !== 'win32' && canRun('bash', '-c', 'command -v timeout');
  if (!isPosix) noteSkipped('The GitLab job was skipped: it needs bash and the command timeout.');
  (isPosix ? it : it.skip)('has a GitLab job that starts the simulator and sets its variables', () => {
    const page = readFileSync('docs/how-to/simulator-ci.md', 'utf8');
    const [, yaml = ''] = /## GitLab\n+```yaml\n(.*?)^```/ms.exec(page) ?? [];
    const { e2e } = parse(yaml) as { e2e: { script: string[] } };
    const folder = mkdtempSync(join(tmpdir(), 'pay-gitlab-'));
    const shown = 'curl -sSf "$PAY_SIMULATOR_URL/health" && echo " $PAY_CLIENT_ID"';
    const script = e2e.script
      .map((line) =>
        line
          .replace(/^npm ci$/, "trap 'kill $!' EXIT")
          .replace(/^npx pay-simulator/, `"${process.execPath}" "${SIMULATOR.command}" --port 0`)
          .replace(/^npm run test:e2e$/, shown),
      )
      .join('\n');
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-euc', script], {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/^\{"status":"ready".*\} checkout\.simulator\.localhost\n$/),
      '',
    ]);
  });
});

describe('the shops of the documentation, with the hosts of the demo environment', () => {
  beforeAll(() => {
    if (!canRun('dotnet', 'new', 'console', '--output', CSHARP_PROJECT)) return;
    copyFileSync(join(EXAMPLES, 'csharp/Program.cs'), join(CSHARP_PROJECT, 'Program.cs'));
  });
  afterAll(() => rmSync(CSHARP_PROJECT, { recursive: true, force: true }));

  for (const { language, command, check, ...shop } of SHOPS) {
    const isInstalled = canRun(command[0], ...check);
    if (!isInstalled) {
      noteSkipped(
        `The ${language} shop was skipped: install ${'toInstall' in shop ? shop.toInstall : language}.`,
      );
    }
    const hasWebhook = 'hasWebhook' in shop;
    (isInstalled ? it : it.skip)(
      `${language}: takes a payment, ${hasWebhook ? 'receives its webhook' : 'reads it back'}, and refunds a part`,
      async () => {
        const port = await freePort();
        // Compilers need a folder for their caches, and .NET the settings of its installation.
        const { HOME, GOROOT, LD_LIBRARY_PATH, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT } = process.env;
        const { ended } = startRun(command, {
          options: hasWebhook ? ['--webhook', `http://127.0.0.1:${port}/webhook`] : [],
          env: {
            ...{ PORT: String(port), HOME, GOROOT },
            ...{ LD_LIBRARY_PATH, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT },
          },
        });
        const { code, out, err } = await ended;
        expect([code, out.replace(/\d{16}/, '…'), err.includes('Webhook ')]).toEqual([
          0,
          `Pay at https://demo.vivapayments.com/web/checkout?ref=…\n${'printed' in shop ? shop.printed : PAID_AND_REFUNDED}`,
          hasWebhook,
        ]);
      },
    );
  }
});
