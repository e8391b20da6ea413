// The operator's pages in an application, without a compiler. PGLITE is the address of the installed PGlite.
// The argument is the platform: express or fastify.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PayModule, PayWallet, unwrap } from 'nestjs-pay';
import { PayOperatorModule } from 'nestjs-pay/operator';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';

const { PGlite } = await import(process.env.PGLITE);
const simulator = await createPaySimulator();
const db = new PGlite();

class SupportGuard {
  canActivate(context) {
    return context.switchToHttp().getRequest().headers['x-user'] === 'boss';
  }
}
class App {}
Module({
  imports: [
    PayModule.forRoot({
      wallet: { ...simulator.credentials.merchant, dev: true, endpoints: simulator.endpoints },
      idempotency: pgliteIdempotency(db),
    }),
    PayOperatorModule.forRoot({
      path: 'desk',
      guards: [SupportGuard],
      authorize: () => ({ name: 'boss', look: true, refund: true }),
      audit: () => undefined,
      store: pgliteStore(db),
    }),
  ],
})(App);

const platforms = {
  express: async () => new (await import('@nestjs/platform-express')).ExpressAdapter(),
  fastify: async () => new (await import('@nestjs/platform-fastify')).FastifyAdapter(),
};
const app = await NestFactory.create(App, await platforms[process.argv[2]](), { logger: ['error', 'warn'] });
await app.listen(0, '127.0.0.1');
const url = `${await app.getUrl()}/desk/default`;
const user = { 'x-user': 'boss' };
const post = async (path, body) => {
  const headers = { ...user, accept: 'application/json', 'content-type': 'application/json' };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};
const pay = app.get(PayWallet, { strict: false });
const { orderCodeText } = unwrap(await pay.payments.createOrder({ amount: 2450 }));
const card = {
  number: '4147463011110133',
  expiry: '12/40',
  cvc: '111',
  holderName: 'Jo Doe',
  email: 'jo@example.com',
};
const { transaction } = simulator.checkout.pay(orderCodeText, card);
const form = { kind: 'void', transactionId: transaction.id, why: 'it was broken' };
const { id } = await post(`/orders/${orderCodeText}/actions`, form);
// As a browser does: a form with the token of the page, and the redirect to the page of the action.
const action = `/actions/${id}`;
const token = /name="token" value="([^"]*)"/.exec(
  await (await fetch(url + action, { headers: user })).text(),
)[1];
const body = new URLSearchParams({ token });
const confirmed = await fetch(`${url}${action}/confirm`, { method: 'POST', headers: user, body });
const label = /class="label [a-z]+">([^<]*)</.exec(await confirmed.text())[1];
const { state } = await (
  await fetch(url + action, { headers: { ...user, accept: 'application/json' } })
).json();
const page = await fetch(url, { headers: user });
const denied = await fetch(url);
console.log(JSON.stringify({ label, state, page: page.status, denied: denied.status }));
await app.close();
await simulator.close();
await db.close();
