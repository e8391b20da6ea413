// Measures a Nest application on the platform that the first argument names.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { measureServer } from './measure-server.mjs';

export async function measureNest(metadata, path) {
  class AppModule {}
  Module(metadata)(AppModule);
  const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(AppModule, adapter, {
    rawBody: true,
    logger: false,
    abortOnError: false,
  });
  await app.listen(0, '127.0.0.1');
  measureServer(`http://127.0.0.1:${app.getHttpServer().address().port}${path}`);
}

/** Returns a provider whose method `handle` has a decorator, and does nothing. */
export function handlerWith(decorator) {
  class Handler {
    handle() {}
  }
  decorator(Handler.prototype, 'handle', Object.getOwnPropertyDescriptor(Handler.prototype, 'handle'));
  return Handler;
}
