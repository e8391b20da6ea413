// Measures a Nest application with one event handler and the webhook of a package.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { measureServer } from './measure-server.mjs';

/** `handles` is the decorator for handlers, `path` the path of the webhook. The default `adapter` is Express. */
export async function measureNest({ module, handles, path, controllers = [], adapter }) {
  class Handler {
    handle() {}
  }
  handles(Handler.prototype, 'handle', Object.getOwnPropertyDescriptor(Handler.prototype, 'handle'));

  class AppModule {}
  Module({ imports: [module], controllers, providers: [Handler] })(AppModule);

  const options = { rawBody: true, logger: false };
  const app =
    adapter === undefined
      ? await NestFactory.create(AppModule, options)
      : await NestFactory.create(AppModule, adapter, options);
  await app.listen(0, '127.0.0.1');
  measureServer(`http://127.0.0.1:${app.getHttpServer().address().port}${path}`);
}
