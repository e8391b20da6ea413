// A Nest application with one handler of events, measured: what differs is whose module receives them.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { measureServer } from './measure-server.mjs';

/** `handles` is the decorator of the module's handlers, `path` where it listens; `adapter`: Express where it is left out. */
export async function measureNest({ module, handles, path, controllers = [], adapter }) {
  class Reports {
    ready() {}
  }
  handles(Reports.prototype, 'ready', Object.getOwnPropertyDescriptor(Reports.prototype, 'ready'));

  class AppModule {}
  Module({ imports: [module], controllers, providers: [Reports] })(AppModule);

  const options = { rawBody: true, logger: false };
  const app =
    adapter === undefined
      ? await NestFactory.create(AppModule, options)
      : await NestFactory.create(AppModule, adapter, options);
  await app.listen(0, '127.0.0.1');
  measureServer(`http://127.0.0.1:${app.getHttpServer().address().port}${path}`);
}
