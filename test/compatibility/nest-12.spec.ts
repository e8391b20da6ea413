import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAY, SIMULATOR } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { addPay, payInApp, PAYMENT_TEST } from './fresh-app.js';
import { EXPECTED_RESULT, installLine, installPackages, TestApps } from './test-apps.js';

const ROOT = join(import.meta.dirname, '../..');
const entries = [...PAY.entries, ...SIMULATOR.entries];

const FRESH = 'fresh-12';
const vitest = installPackages('vitest');
if (vitest === undefined) noteSkipped('The test in vitest was skipped: the npm registry cannot be reached.');

/** Compares what `require` and `load`, which the caller defines, return for each entry point. */
const COMPARE = `
  const entries = ${JSON.stringify(entries)};
  const differences = [];
  for (const entry of entries) {
    const [required, imported] = [require(entry), await load(entry)];
    const names = Object.keys(imported);
    // Importing the Swagger entry is all that it is for.
    if (names.length === 0 && entry !== 'nestjs-pay/swagger') differences.push(entry + ' exports nothing');
    differences.push(...names.filter((name) => required[name] !== imported[name]).map((name) => entry + ' ' + name));
  }
  const root = require('nestjs-pay');
  const client = await load('nestjs-pay/client');
  const { NestFactory } = await load('@nestjs/core');
  const wallet = { clientId: 'a', clientSecret: 'b', merchantId: '9a5cd9c9-6b5d-4b7c-9d3f-4a4f0d5f0c11', apikey: 'c', dev: true };
  const app = await NestFactory.createApplicationContext(root.PayModule.forRoot({ wallet }), { logger: false });
  const imported = await load('nestjs-pay');
  const pay = app.get(imported.PayWallet, { strict: false });
  const result = {
    differences,
    isInstance: pay instanceof client.PayWallet && new client.PayWallet(wallet) instanceof root.PayWallet,
    isOneArea: app.get(client.PayPayments, { strict: false }) === pay.payments,
    isOneToken: app.get(imported.getPayToken(client.PayPayments, 'wallet'), { strict: false }) === pay.payments,
  };
  await app.close();
  console.log(JSON.stringify(result));
`;

describe('NestJS 12', () => {
  let apps: TestApps;
  beforeAll(() => {
    apps = new TestApps(join(ROOT, 'node_modules'), ['nest-12-esm']);
  });
  afterAll(() => apps.close());

  it('is installed as the README says', () => {
    const ranges = installLine(12).flatMap((text) => /^.+@(\d+)$/.exec(text)?.[1] ?? []);
    expect(ranges.filter((range) => range !== '12')).toEqual([]);
    expect(apps.version('@nestjs/axios')).toMatch(/^12\./);
    expect(apps.version('@nestjs/config')).toMatch(/^12\./);
  });

  it('an app compiles and sells', () => {
    expect(apps.version('@nestjs/core')).toMatch(/^12\./);
    apps.command('nest-12-esm', 'typescript-7/bin/tsc');
    expect(apps.run('nest-12-esm')).toEqual(EXPECTED_RESULT);
  });

  describe('`nest add nestjs-pay`', () => {
    it('adds a webhook to a new application, which takes a payment', async () => {
      const { dependencies } = addPay(apps, FRESH);
      expect(dependencies).toMatchObject({ '@nestjs/axios': '^12.0.0', '@nestjs/config': '^12.0.0' });
      apps.command(FRESH, 'typescript-7/bin/tsc', '--project', 'tsconfig.build.json', '--types', 'node');
      expect(await payInApp(apps, FRESH)).toContain('is paid by transaction');
    });

    it('changes nothing the second time', () => {
      expect(apps.schematic(FRESH, 'nestjs-pay:nest-add', '--skip-install')).toMatch(
        /Nothing to be done\.[^]*--write-env \.env\n$/,
      );
    });

    (vitest === undefined ? it.skip : it)('leaves an application that takes a payment in vitest', () => {
      writeFileSync(apps.path(FRESH, 'test/payment.spec.ts'), PAYMENT_TEST);
      // As `nest new` writes it, without a plugin for path aliases.
      writeFileSync(apps.path(FRESH, 'vitest.config.ts'), 'export default { test: { globals: true } };');
      const command = join(vitest ?? '', 'vitest/vitest.mjs');
      expect(apps.node(FRESH, command, 'run', 'test/payment.spec.ts')).toMatch(/1 passed/);
    });
  });

  it.each([
    ['CommonJS', 'commonjs', `(async () => { const load = (name) => import(name); ${COMPARE} })();`],
    [
      'an ES module',
      'module',
      `import { createRequire } from 'node:module';
       const require = createRequire(import.meta.url);
       const load = (name) => import(name);
       ${COMPARE}`,
    ],
  ])('require() and import return the same classes and tokens in %s', (_, type, script) => {
    expect(JSON.parse(apps.node('.', `--input-type=${type}`, '-e', script))).toEqual({
      differences: [],
      isInstance: true,
      isOneArea: true,
      isOneToken: true,
    });
    expect(entries).toContain('nestjs-pay/client');
  });
});
