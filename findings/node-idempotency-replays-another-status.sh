#!/usr/bin/env bash
# @node-idempotency/nestjs 1.0.4: the repeated request gets another status than the first one.
#
# Expected: an error that an exception filter maps to a status (here 402) is repeated with that status.
# What happens: the interceptor stores the error before filters run. An error that is no HttpException and has no member `status`
# is stored as 500. So the first request gets 402, and the repeated one 500.
# Also: with `enforceIdempotency`, a GET without the header is refused with 400, although a GET is idempotent by itself.
#
# Exits with 0 as long as that is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @node-idempotency/nestjs@1.0.4 @nestjs/common@10.4.22 @nestjs/core@10.4.22 \
  @nestjs/platform-express@10.4.22 reflect-metadata@0.2.2 rxjs@7.8.2
cat >app.cjs <<'JS'
require('reflect-metadata');
const { Catch, Controller, Get, Module, Post } = require('@nestjs/common');
const { APP_FILTER, APP_INTERCEPTOR, NestFactory } = require('@nestjs/core');
const { NodeIdempotencyInterceptor, NodeIdempotencyModule } = require('@node-idempotency/nestjs');

class Declined extends Error {}
class DeclinedFilter {
  catch(error, host) {
    host.switchToHttp().getResponse().status(402).json({ message: error.message });
  }
}
Catch(Declined)(DeclinedFilter);

class Orders {
  pay() {
    throw new Declined('the card was declined');
  }
  list() {
    return [];
  }
}
const decorate = (decorator, method) =>
  decorator(Orders.prototype, method, Object.getOwnPropertyDescriptor(Orders.prototype, method));
Controller('orders')(Orders);
decorate(Post(), 'pay');
decorate(Get(), 'list');

async function start(enforceIdempotency) {
  class App {}
  Module({
    imports: [NodeIdempotencyModule.forRootAsync({ storage: { adapter: 'memory' }, enforceIdempotency })],
    controllers: [Orders],
    providers: [
      { provide: APP_INTERCEPTOR, useClass: NodeIdempotencyInterceptor },
      { provide: APP_FILTER, useClass: DeclinedFilter },
    ],
  })(App);
  const app = await NestFactory.create(App, { logger: false });
  await app.listen(0, '127.0.0.1');
  return app;
}

(async () => {
  console.log('version:', require('@node-idempotency/nestjs/package.json').version);
  const app = await start(false);
  const pay = async () =>
    (await fetch(`${await app.getUrl()}/orders`, { method: 'POST', headers: { 'idempotency-key': 'k' } })).status;
  const statuses = [await pay(), await pay()];
  console.log('POST, and the same POST again:', statuses.join(', '));
  await app.close();
  const strict = await start(true);
  const { status } = await fetch(`${await strict.getUrl()}/orders`);
  console.log('GET without a key, with enforceIdempotency:', status);
  await strict.close();
  process.exit(statuses.join() === '402,500' && status === 400 ? 0 : 1);
})();
JS
node app.cjs
