import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Workshop } from './workshop.js';

const ROOT = join(import.meta.dirname, '../..');
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: object };
const entries = Object.keys(exports)
  .filter((entry) => !entry.endsWith('.json'))
  .map((entry) => entry.replace('.', 'nestjs-pay'));

/** What a process sees that both requires and imports: `require` and `load` come from either format. */
const LOOK = `
  const entries = ${JSON.stringify(entries)};
  const differing = [];
  for (const entry of entries) {
    const [required, imported] = [require(entry), await load(entry)];
    const names = Object.keys(imported);
    if (names.length === 0) differing.push(entry + ' exports nothing');
    differing.push(...names.filter((name) => required[name] !== imported[name]).map((name) => entry + ' ' + name));
  }
  const root = require('nestjs-pay');
  const client = await load('nestjs-pay/client');
  const { NestFactory } = await load('@nestjs/core');
  const wallet = { clientId: 'a', clientSecret: 'b', merchantId: '9a5cd9c9-6b5d-4b7c-9d3f-4a4f0d5f0c11', apikey: 'c', dev: true };
  const app = await NestFactory.createApplicationContext(root.PayModule.forRoot({ wallet }), { logger: false });
  const imported = await load('nestjs-pay');
  const pay = app.get(imported.PayWallet, { strict: false });
  const seen = {
    differing,
    isInstance: pay instanceof client.PayWallet && new client.PayWallet(wallet) instanceof root.PayWallet,
    isOneArea: app.get(client.PayPayments, { strict: false }) === pay.payments,
    isOneToken: app.get(imported.getPayToken(client.PayPayments, 'wallet'), { strict: false }) === pay.payments,
  };
  await app.close();
  console.log(JSON.stringify(seen));
`;

describe('a process that requires and imports the package', () => {
  let workshop: Workshop;
  beforeAll(() => {
    workshop = new Workshop(join(ROOT, 'node_modules'), []);
  }, 60_000);
  afterAll(() => workshop.close());

  it.each([
    ['CommonJS', 'commonjs', `(async () => { const load = (name) => import(name); ${LOOK} })();`],
    [
      'an ES module',
      'module',
      `import { createRequire } from 'node:module';
       const require = createRequire(import.meta.url);
       const load = (name) => import(name);
       ${LOOK}`,
    ],
  ])('sees one class and one token, written as %s', (_, type, script) => {
    expect(JSON.parse(workshop.node('.', `--input-type=${type}`, '-e', script))).toEqual({
      differing: [],
      isInstance: true,
      isOneArea: true,
      isOneToken: true,
    });
    expect(entries).toContain('nestjs-pay/client');
  });
});
