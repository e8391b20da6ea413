import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { SourceFile } from './source-file.js';

const ADDED = {
  imports: ['ConfigModule.forRoot()', 'PayModule.forRootAsync({ config: payConfig })'],
  providers: ['PaymentEvents'],
};

function edit(text: string, change: (file: SourceFile) => ReturnType<SourceFile['addRawBody']>) {
  const file = new SourceFile(ts, text);
  return file.with(change(file));
}
const addToModule = (text: string) => edit(text, (file) => file.addToModule(ADDED));
const addImports = (text: string) => edit(text, (file) => file.addImports([['A', './a']]));
const addRawBody = (text: string) => edit(text, (file) => file.addRawBody());

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
      'lists with comments, with CRLF',
      `@Module({\r\n  'imports': [\r\n    A // ]\r\n  ],\r\n  providers: [ B /* ] */ ],\r\n})`,
      `@Module({\r\n  'imports': [\r\n    A, // ]\r\n    ConfigModule.forRoot(),\r\n    PayModule.forRootAsync({ config: payConfig }),\r\n  ],\r\n  providers: [ B, /* ] */ PaymentEvents ],\r\n})`,
    ],
    [
      'brackets and names in comments and strings',
      `// @Module({ imports: [\n@Module({\n  // providers: [Old],\n  imports: [A.register(']')],\n  providers: [],\n})`,
      `// @Module({ imports: [\n@Module({\n  // providers: [Old],\n  imports: [A.register(']'),\n    ConfigModule.forRoot(),\n    PayModule.forRootAsync({ config: payConfig }),\n  ],\n  providers: [PaymentEvents],\n})`,
    ],
  ])('extends %s', (_, source, expected) => {
    expect(addToModule(`${source}\nclass A {}`)).toBe(`${expected}\nclass A {}`);
  });

  it.each([
    ['a list in a variable', `@Module({ imports: modules, providers: [] })`],
    ['a list that is computed', `@Module({ imports: [A].concat(more), providers: [] })`],
    ['metadata in a variable', `@Module(metadata)`],
    ['metadata with a spread', `@Module({ ...metadata, imports: [] })`],
    ['a list without brackets', `@Module({ imports })`],
    ['a list that is given twice', `@Module({ imports: [], 'imports': [] })`],
    ['a syntax error', `@Module({ imports: [`],
    ['two modules', `@Module({ imports: [] })\nclass A {}\n@Module({ imports: [] })\nclass B {}`],
    ['no module', `export const routes = [];`],
  ])('does not guess: %s', (_, source) => {
    expect(addToModule(`${source}\nclass A {}`)).toBeUndefined();
  });
});

describe('addImports', () => {
  it.each([
    [
      `import { Module } from '@nestjs/common';\n\nclass B {}`,
      `import { Module } from '@nestjs/common';\nimport { A } from './a';\n\nclass B {}`,
    ],
    [
      `import 'reflect-metadata'\nimport {\n  Module,\n} from "@nestjs/common"\n`,
      `import 'reflect-metadata'\nimport {\n  Module,\n} from "@nestjs/common"\nimport { A } from "./a"\n`,
    ],
    [
      `import { Module } from '@nestjs/common';\n/*\nimport { Old } from './old';\n*/\nconst text = \`\nimport { B } from './b';\n\`;`,
      `import { Module } from '@nestjs/common';\nimport { A } from './a';\n/*\nimport { Old } from './old';\n*/\nconst text = \`\nimport { B } from './b';\n\`;`,
    ],
    [
      `import { B } from './b'; // B /* b */\r\nimport { C } from './c'; /*\r\nC */ const text = \`\r\n\`;`,
      `import { B } from './b'; // B /* b */\r\nimport { C } from './c'; /*\r\nC */\r\nimport { A } from './a'; const text = \`\r\n\`;`,
    ],
  ])('adds a line after the last import of %j', (source, expected) => {
    expect(addImports(source)).toBe(expected);
  });

  it.each([`export class A {}`, `/* import { B } from './b'; */`, `import { B } from './b';\nclass {`])(
    'does not guess at %j',
    (source) => {
      expect(addImports(source)).toBeUndefined();
    },
  );
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
    [
      `// NestFactory.create(A)\nconst text = "rawBody: true"; NestFactory.create(AppModule /* the app */);`,
      `// NestFactory.create(A)\nconst text = "rawBody: true"; NestFactory.create(AppModule, { rawBody: true } /* the app */);`,
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
    `NestFactory.create(AppModule, { cors: true, ...options })`,
    `NestFactory.create(...all)`,
    `NestFactory.create(A); NestFactory.create(B);`,
    `NestFactory.createApplicationContext(AppModule)`,
  ])('does not guess at %j', (source) => {
    expect(addRawBody(source)).toBeUndefined();
  });
});
