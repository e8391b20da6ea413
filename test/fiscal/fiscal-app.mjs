// A process with a till that sells fiscally, which the test kills. Its provider is an HTTP service in the process of the test.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PayModule } from 'nestjs-pay';
import { PayFiscal, PayFiscalModule } from 'nestjs-pay/fiscal';
import { postgresStore } from 'nestjs-pay/postgres';
import { PayTill, PayTillModule } from 'nestjs-pay/till';
import { Pool } from 'pg';

const { url, wallet, start, speed, provider: address, issuer } = JSON.parse(process.env.PAY_TILL_APP);
// Ends the process when the test process has ended.
process.on('disconnect', () => process.exit());
const pool = new Pool({ connectionString: url, max: 6 });

async function call(path, body, { key, signal }) {
  const response = await fetch(`${address}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new Error(`the provider responded with ${response.status}`);
  return response.json();
}
const provider = {
  id: '999',
  async sign(request, options) {
    const { text, signature, validUntil } = await call('sign', request, options);
    return { text, signature, validUntil: new Date(validUntil) };
  },
  report: (payment, options) => call('report', payment, options),
  cancel: (signature, options) => call('cancel', { signature }, options),
};

// Time runs faster than on the clock, in step with the simulator's.
const now = () => new Date(start + (Date.now() - start) * speed);
class AppModule {}
Module({
  imports: [
    PayModule.forRoot({ wallet, tokens: 'shared' }),
    PayTillModule.forRoot({ store: postgresStore({ pool, schema: 'shop', now }), pollMs: 100 }),
    PayFiscalModule.forRoot({ provider, issuer, pollMs: 100, maxRetryMs: 5_000, autonomousMs: 2_000 }),
  ],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
// The database can be away: the test starts the process again.
await app.init().catch(() => process.exit(1));
const services = { fiscal: app.get(PayFiscal, { strict: false }), till: app.get(PayTill, { strict: false }) };
process.on('message', ({ method, args }) => {
  const [service, name] = method.split('.');
  // A terminal that is in use, a sale that has ended, and a number that is used are refused. A database can be away.
  Promise.resolve()
    .then(() => services[service][name](...args))
    .catch(() => undefined);
});
process.send('ready');
