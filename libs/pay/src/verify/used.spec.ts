import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { usedOperations } from './used.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'used-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const installTypeScript = (): void => {
  mkdirSync(join(folder, 'node_modules'));
  const installed = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  symlinkSync(installed, join(folder, 'node_modules/typescript'));
};

const SHOP = `
  // pay.wallets.retrieveWallet()
  class Shop {
    constructor(private readonly pay: PayWallet, private readonly isv: PayISV) {}
    async buy() {
      await this.pay.payments.createOrder({ amount: 1 });
      await this.pay?.payments
        .cancelOrder(1);
      await this.isv.payments.getOrder(1, 'm');
      const { transactions } = this.pay;
      await transactions.refund('id', { amount: 1 });
      getSmartCheckout({ orderCode: 1 });
      this.orders.createOrder();
      return this.pay.transactions.getTransactionById;
    }
  }`;
const USED = [
  'getSmartCheckout',
  'isv:payments.getOrder',
  'payments.cancelOrder',
  'payments.createOrder',
  'transactions.cancelTransaction',
];

it('finds calls in the syntax tree if the application has TypeScript', () => {
  installTypeScript();
  write('src/shop.ts', SHOP);
  write('src/text.ts', 'const text = "pay.fees.retrieveFees()";');
  expect(usedOperations(folder)).toEqual({ by: 'syntax tree', files: 2, operations: USED });
});

it('finds calls by text search without TypeScript, or with one that has no syntax tree', () => {
  write('src/shop.mts', SHOP);
  expect(usedOperations(folder)).toEqual({ by: 'text search', files: 1, operations: USED });
  write('node_modules/typescript/package.json', '{"version":"99.0.0"}');
  write('node_modules/typescript/index.js', 'module.exports = {};');
  expect(usedOperations(folder)).toEqual({ by: 'text search', files: 1, operations: USED });
});

it('leaves out tests, declarations, builds and packages', () => {
  for (const file of [
    'a.spec.ts',
    'a.test.js',
    'a.e2e-spec.ts',
    'a.d.ts',
    'dist/a.js',
    '.cache/a.js',
    'a.json',
  ])
    write(file, 'pay.payments.createOrder()');
  write('node_modules/other/index.js', 'pay.payments.createOrder()');
  expect(usedOperations(folder)).toEqual({ by: 'text search', files: 0, operations: [] });
});
