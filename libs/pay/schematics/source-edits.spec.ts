import { describe, expect, it } from '@jest/globals';
import { addImports, addRawBody, addToModule } from './source-edits.js';

const ADDED = {
  imports: ['ConfigModule.forRoot()', 'PayModule.forRootAsync({ config: payConfig })'],
  providers: ['PaymentEvents'],
};

describe('addToModule', () => {
  it.each([
    [
      'empty and short lists',
      `@Module({\n  imports: [],\n  controllers: [AppController],\n  providers: [AppService],\n})\nexport class AppModule {}\n`,
      `@Module({\n  imports: [\n    ConfigModule.forRoot(),\n    PayModule.forRootAsync({ config: payConfig }),\n  ],\n  controllers: [AppController],\n  providers: [AppService, PaymentEvents],\n})\nexport class AppModule {}\n`,
    ],
    [
      'lists of several lines, with and without a last comma',
      `@Module({\n  imports: [\n    UsersModule.register({ a: [1, 2] }), // users\n  ],\n  providers: [\n    AppService\n  ],\n})`,
      `@Module({\n  imports: [\n    UsersModule.register({ a: [1, 2] }), // users\n    ConfigModule.forRoot(),\n    PayModule.forRootAsync({ config: payConfig }),\n  ],\n  providers: [\n    AppService,\n    PaymentEvents,\n  ],\n})`,
    ],
    [
      'missing lists',
      `@Module({\n  controllers: [AppController],\n})`,
      `@Module({\n  imports: [\n    ConfigModule.forRoot(),\n    PayModule.forRootAsync({ config: payConfig }),\n  ],\n  providers: [PaymentEvents],\n  controllers: [AppController],\n})`,
    ],
    [
      'an empty module',
      `@Module({})`,
      `@Module({\n  imports: [\n    ConfigModule.forRoot(),\n    PayModule.forRootAsync({ config: payConfig }),\n  ],\n  providers: [PaymentEvents],\n})`,
    ],
    [
      'brackets and names in comments and strings',
      `// @Module({ imports: [\n@Module({\n  // providers: [Old],\n  imports: [A.register(']')],\n  providers: [],\n})`,
      `// @Module({ imports: [\n@Module({\n  // providers: [Old],\n  imports: [A.register(']'),\n    ConfigModule.forRoot(),\n    PayModule.forRootAsync({ config: payConfig }),\n  ],\n  providers: [PaymentEvents],\n})`,
    ],
  ])('extends %s', (_, source, expected) => {
    expect(addToModule(source, ADDED)).toBe(expected);
  });

  it.each([
    ['a list in a variable', `@Module({ imports: modules, providers: [] })`],
    ['a list that is computed', `@Module({ imports: [A].concat(more), providers: [] })`],
    ['metadata in a variable', `@Module(metadata)`],
    ['two modules', `@Module({ imports: [] })\nclass A {}\n@Module({ imports: [] })\nclass B {}`],
    ['no module', `export const routes = [];`],
  ])('does not guess: %s', (_, source) => {
    expect(addToModule(source, ADDED)).toBeUndefined();
  });
});

describe('addImports', () => {
  it.each([
    [
      `import { Module } from '@nestjs/common';\n\n@Module({})`,
      `import { Module } from '@nestjs/common';\nimport { A } from './a';\n\n@Module({})`,
    ],
    [
      `import 'reflect-metadata'\nimport {\n  Module,\n} from "@nestjs/common"\n`,
      `import 'reflect-metadata'\nimport {\n  Module,\n} from "@nestjs/common"\nimport { A } from "./a"\n`,
    ],
    [`export class A {}`, `import { A } from './a';\nexport class A {}`],
  ])('adds a line after the last import of %j', (source, expected) => {
    expect(addImports(source, [['A', './a']])).toBe(expected);
  });
});

describe('addRawBody', () => {
  it.each([
    [`NestFactory.create(AppModule)`, `NestFactory.create(AppModule, { rawBody: true })`],
    [
      `NestFactory.create<App>(\n  AppModule,\n)`,
      `NestFactory.create<App>(\n  AppModule, { rawBody: true }\n)`,
    ],
    [
      `NestFactory.create(AppModule, { cors: true })`,
      `NestFactory.create(AppModule, { rawBody: true, cors: true })`,
    ],
    [`NestFactory.create(AppModule, {})`, `NestFactory.create(AppModule, { rawBody: true })`],
    [
      `NestFactory.create<App>(AppModule, new FastifyAdapter({ logger: true }))`,
      `NestFactory.create<App>(AppModule, new FastifyAdapter({ logger: true }), { rawBody: true })`,
    ],
    [`NestFactory.create(AppModule, { rawBody: true })`, `NestFactory.create(AppModule, { rawBody: true })`],
  ])('changes %j', (source, expected) => {
    expect(addRawBody(source)).toBe(expected);
  });

  it.each([
    `NestFactory.create(AppModule, options)`,
    `NestFactory.create(AppModule, { rawBody: false })`,
    `NestFactory.create(A); NestFactory.create(B);`,
    `NestFactory.createApplicationContext(AppModule)`,
  ])('does not guess at %j', (source) => {
    expect(addRawBody(source)).toBeUndefined();
  });
});
