import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { compile } from './compile.js';

const USE = `
import { PayWallet, getSmartCheckout, unwrap, PayEventType } from 'nestjs-pay/client';
import type { MethodReturn, CreateOrderResult, PayWebhookEvent } from 'nestjs-pay/client';
async function use(): Promise<void> {
const pay = new PayWallet({ clientId: '', clientSecret: '', merchantId: '', apikey: '' });
const result: MethodReturn<CreateOrderResult> = await pay.payments.createOrder({ amount: 1000 });
if (result.success) {
  const url: string = getSmartCheckout({ orderCode: result.data.orderCodeText });
  // @ts-expect-error a success has no error
  result.error;
} else {
  const outcome: 'not-sent' | 'rejected' | 'unknown' = result.error.outcome;
  // @ts-expect-error a failure's data is null
  result.data.orderCode;
}
// @ts-expect-error amount is required
await pay.payments.createOrder({ customerTrns: 'x' });
// @ts-expect-error no such option
await pay.payments.createOrder({ amount: 1000, ammount: 5 });
// @ts-expect-error a refund says its amount
await pay.transactions.cancelTransaction('id', {});
const refund = await pay.transactions.cancelTransaction('id', { amount: 5 });
if (!refund.success && refund.code === 'alreadycanceled') refund.message;
// @ts-expect-error createOrder has no such kind
if (!result.success && result.code === 'alreadycanceled') result.message;
unwrap(result).orderCodeText.length;
}
declare const paid: PayWebhookEvent<typeof PayEventType.TransactionPaymentCreated>;
const text: string | null | undefined = paid.data.OrderCodeText;
`;

const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  exports: object;
};
// Not for node16: NestJS 12 is published as ES modules only, which a CommonJS file cannot import there.
const EVERY_ENTRY = Object.keys(exports)
  .filter((entry) => !entry.endsWith('.json'))
  .map((entry) => `import '${entry.replace('.', 'nestjs-pay')}';\n`)
  .join('');

describe('the published types', () => {
  const NODE16 = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
  it.each([
    ['nodenext', 'mts', {}],
    ['nodenext', 'cts', {}],
    ['node16', 'mts', NODE16],
    ['node16', 'cts', NODE16],
    ['bundler', 'mts', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ] as const)(
    'hold their promises under module resolution %s, in a .%s',
    (resolution, extension, options) => {
      const entries = resolution === 'nodenext' ? EVERY_ENTRY : 'export {};';
      expect(compile({ use: USE, entries }, options, extension)).toEqual([]);
    },
  );
});
