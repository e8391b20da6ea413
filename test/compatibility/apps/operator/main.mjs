// The operator's pages in an application, without a compiler. PGLITE is the address of the installed PGlite.
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

const app = await NestFactory.create(App, { logger: ['error', 'warn'] });
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
const { state } = await post(`/actions/${id}/confirm`, {});
const page = await fetch(url, { headers: user });
const denied = await fetch(url);
console.log(JSON.stringify({ state, page: page.status, denied: denied.status }));
await app.close();
await simulator.close();
await db.close();
