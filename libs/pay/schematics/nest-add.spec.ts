import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { nestAdd } from './nest-add.js';

const OPTIONS = { sourceRoot: 'src', webhookPath: '/hooks/pay', skipInstall: false };
const APP = {
  'package.json': '{\n  "dependencies": {\n    "@nestjs/core": "^12.0.1"\n  }\n}\n',
  'src/app.module.ts':
    "import { A } from './a.js';\n\n@Module({ imports: [A] })\nexport class AppModule {}\n",
  'src/main.ts': 'const app = await NestFactory.create(AppModule);\n',
};

/** Runs `nest add` on files in memory. test/compatibility runs it with the Nest CLI's own schematics. */
function add(app: Record<string, string>, options = OPTIONS, ...typescript: [unknown?]) {
  const files = new Map(Object.entries(app));
  const write = (path: string, text: string) => void files.set(path, text);
  const messages: string[] = [];
  const warnings: string[] = [];
  const tasks: unknown[] = [];
  nestAdd(options, typescript.length === 0 ? ts : typescript[0], (text) => messages.push(text))(
    {
      exists: (path) => files.has(path),
      readText: (path) => files.get(path) ?? '',
      create: write,
      overwrite: write,
      getDir: () => ({ visit: (visitor) => [...files.keys()].forEach(visitor) }),
    },
    {
      logger: { warn: (text) => warnings.push(text) },
      addTask: (task) => tasks.push(task.toConfiguration()),
    },
  );
  return { files: Object.fromEntries(files), messages, warnings, tasks };
}

/** What the applications of these tests use of JavaScript and packages: the whole types take seconds. */
const STUBS: Record<string, string> = {
  'globals.d.ts': `
    interface Array<T> {} interface Boolean {} interface Function { name: string } interface CallableFunction {}
    interface NewableFunction extends Function {} interface IArguments {} interface Number {} interface Object {} interface RegExp {}
    interface String {} interface TypedPropertyDescriptor<T> {}
    declare module '@nestjs/common' { export const Module: any, Injectable: any, Logger: any; }
    declare module '@nestjs/config' { export const ConfigModule: any; }
    declare module 'nestjs-pay' {
      export const payConfig: any, PayModule: any, OnPayEvent: any, PayEventType: any;
      export const validatePayWebhook: any;
      export type PaymentCreatedEvent = any; export type ReversalCreatedEvent = any;
    }
    declare const Module: any;`,
  'src/a.ts': 'export class A {}',
};

/** Compiles an application except its main.ts, and returns the errors. */
function errorsOf(app: Record<string, string>): string[] {
  const files = new Map(Object.entries({ ...STUBS, ...app }).map(([path, text]) => [`/app/${path}`, text]));
  const options = { noLib: true, noEmit: true, experimentalDecorators: true, strict: true, types: [] };
  const program = ts.createProgram(
    [...files.keys()].filter((path) => path.endsWith('.ts') && path !== '/app/src/main.ts'),
    { ...options, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
    {
      ...ts.createCompilerHost({}),
      getCurrentDirectory: () => '/app',
      fileExists: (path) => files.has(path),
      readFile: (path) => files.get(path),
      directoryExists: () => true,
      getSourceFile: (path, target) => ts.createSourceFile(path, files.get(path) ?? '', target),
    },
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

describe('nest add', () => {
  it('adds the module with the webhook, the handler, the raw body, the variables and the packages', () => {
    const { files, messages, warnings, tasks } = add(APP);
    expect(files['src/app.module.ts']).toContain("webhooks: { path: 'hooks/pay' }");
    expect(files['src/app.module.ts']).toContain("import { PaymentEvents } from './payment-events.js';");
    expect(files['src/payment-events.ts']).toContain('@OnPayEvent(');
    expect(files['src/main.ts']).toContain('NestFactory.create(AppModule, { rawBody: true })');
    expect(files['.env.example']).toContain('\nPAY_CLIENT_ID=\n');
    expect(files['.gitignore']).toMatch(/^\.env$/m);
    expect(messages.join()).toContain('--webhook http://127.0.0.1:3000/hooks/pay');
    expect(warnings).toEqual([]);
    expect(tasks).toMatchObject([{ name: 'node-package', options: { command: 'install' } }]);
  });

  it('changes nothing the second time', () => {
    const { files } = add(APP);
    const second = add(files);
    expect(second.files).toEqual(files);
    expect(second.tasks).toEqual([]);
  });

  it('extends .gitignore and .env.example', () => {
    const { files } = add({ ...APP, '.gitignore': 'dist\n', '.env.example': 'PORT=3000\n' });
    expect(files['.gitignore']).toBe('dist\n\n# Credentials\n.env\n');
    expect(files['.env.example']).toMatch(/^PORT=3000\n\n# [^]*PAY_CLIENT_ID=/);
  });

  it('keeps the PayModule, the handlers and the packages of the application', () => {
    const own = {
      ...APP,
      'package.json': APP['package.json'].replace('{\n    ', '{\n    "@nestjs/config": "^4.0.2",\n    '),
      'src/pay.ts':
        "import { PayModule as Pay } from 'nestjs-pay';\n@Module({ imports: [Pay.forRoot(options)] }) class Own { @OnPayEvent() on() {} }",
    };
    const { files } = add(own);
    expect(files['src/app.module.ts']).toBe(APP['src/app.module.ts']);
    expect(files['src/payment-events.ts']).toBeUndefined();
    expect(files['package.json']).toContain('"@nestjs/config": "^4.0.2"');
  });

  it('says what to add by hand if a file has an unusual form, and does not change the file', () => {
    const unusual = {
      ...APP,
      'src/app.module.ts': '@Module(metadata)\nexport class AppModule {}',
      'src/main.ts': 'await NestFactory.create(AppModule, options);',
    };
    const { files, warnings } = add(unusual);
    expect(files).toMatchObject({ ...unusual, 'package.json': expect.any(String) });
    expect(warnings.join('\n')).toMatch(
      /src\/app\.module\.ts has an unusual form:\n {2}import { ConfigModule } from '@nestjs\/config';\n[^]*imports: \[ConfigModule.forRoot\(\), PayModule[^]*@OnPayEvent\(\) methods/,
    );
    expect(files['src/payment-events.ts']).toBeUndefined();
    expect(warnings.join('\n')).toMatch(/src\/main\.ts has an unusual form[^]*rawBody: true/);
  });

  const IMPORT = "import { A } from './a.js';";
  const withModule = (text: string, other: Record<string, string> = {}) => ({
    ...APP,
    'src/app.module.ts': text,
    ...other,
  });

  it.each<[string, Record<string, string>]>([
    ['an import in a comment', withModule(`${APP['src/app.module.ts']}/*\n${IMPORT}\n*/\n`)],
    [
      'an import in a template text',
      withModule(`${APP['src/app.module.ts']}const text = \`\n${IMPORT}\n\`;\n`),
    ],
    [
      'ConfigModule without forRoot',
      withModule(
        `import { ConfigModule } from '@nestjs/config';\n${APP['src/app.module.ts'].replace('[A]', '[A, ConfigModule]')}`,
      ),
    ],
    [
      'ConfigModule with another name',
      withModule(
        `import { ConfigModule as Config } from '@nestjs/config';\n${APP['src/app.module.ts'].replace('[A]', '[A, Config.forRoot()]')}`,
      ),
    ],
    [
      'ConfigModule of another file',
      withModule(APP['src/app.module.ts'], {
        'src/config.ts': `import { ConfigModule } from '@nestjs/config';\nexport const config = ConfigModule.forRoot({ ignoreEnvFile: true });\n`,
      }),
    ],
    [
      'PaymentEvents of another file',
      withModule(APP['src/app.module.ts'], { 'src/events.ts': 'export class PaymentEvents {}\n' }),
    ],
    [
      'a class PayModule of another file',
      withModule(APP['src/app.module.ts'], { 'src/pay.module.ts': 'export class PayModule {}\n' }),
    ],
    ['no semicolons', withModule(APP['src/app.module.ts'].replaceAll(';', ''))],
    [
      'CRLF',
      Object.fromEntries(Object.entries(APP).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')])),
    ],
  ])('wires an application with %s, which compiles', (_, app) => {
    const { files, warnings } = add(app);
    expect(warnings).toEqual([]);
    expect(files['src/app.module.ts']).toContain('PayModule.forRootAsync');
    expect(files['src/payment-events.ts']).toContain('@OnPayEvent(');
    expect(errorsOf(files)).toEqual([]);
    for (const [path, text] of Object.entries(app))
      if (path !== 'package.json' && path !== 'src/main.ts')
        for (const line of text.split('\n'))
          if (!line.includes('@Module')) expect(files[path]).toContain(line);
  });

  it('calls ConfigModule.forRoot() once', () => {
    const config = `import { ConfigModule } from '@nestjs/config';\nexport const config = ConfigModule.forRoot();\n`;
    const { files } = add({ ...APP, 'src/config.ts': config });
    expect(files['src/app.module.ts']).not.toContain('ConfigModule');
  });

  it.each<[string, string, Record<string, string>]>([
    [
      'an own PaymentEvents',
      'src/app.module.ts uses the name PaymentEvents for something else',
      withModule(`import { PaymentEvents } from './events.js';\n${APP['src/app.module.ts']}`),
    ],
    ['an own file', 'src/payment-events.ts exists', { ...APP, 'src/payment-events.ts': 'export {};\n' }],
    [
      'an own PayModule',
      'src/app.module.ts uses the name PayModule for something else',
      withModule(
        `import { PayModule } from './pay.module.js';\n${APP['src/app.module.ts'].replace('[A]', '[A, PayModule]')}`,
      ),
    ],
    [
      'an own ConfigModule',
      'src/app.module.ts uses the name ConfigModule for something else',
      withModule(`import { ConfigModule } from './config.js';\n${APP['src/app.module.ts']}`),
    ],
    [
      'a syntax error',
      'src/app.module.ts has an unusual form',
      withModule(`${APP['src/app.module.ts']}class {`),
    ],
    ['no AppModule', 'src/app.module.ts has an unusual form', withModule('')],
  ])('changes no module if it has %s, and says what to add', (_, reason, app) => {
    const { files, warnings } = add(app);
    expect(files['src/app.module.ts']).toBe(app['src/app.module.ts']);
    expect(files['src/payment-events.ts']).toBe(app['src/payment-events.ts']);
    expect(warnings.join('\n')).toContain(`add this to the root module by hand, because ${reason}:\n`);
    expect(warnings.join('\n')).toContain("  import { payConfig, PayModule } from 'nestjs-pay';\n");
  });

  it.each([
    ['TypeScript 7', createRequire(import.meta.url)('typescript-7') as unknown],
    ['no TypeScript', null],
  ])('changes no source file with %s, and says what to add', (_, typescript) => {
    const { files, warnings } = add(APP, OPTIONS, typescript);
    expect(files).toMatchObject({ ...APP, 'package.json': expect.any(String) });
    expect(files['src/payment-events.ts']).toBeUndefined();
    expect(warnings.join('\n')).toMatch(
      /because the application has no TypeScript with a compiler API, such as version 6:\n[^]*import { payConfig, PayModule }[^]*\[ConfigModule\.forRoot\(\), PayModule[^]*rawBody: true/,
    );
  });

  it('keeps the line ends of files', () => {
    const unix = { ...APP, '.gitignore': 'dist\n', '.env.example': 'PORT=3000\n' };
    const windows = Object.entries(unix).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]);
    const { files } = add(Object.fromEntries(windows) as typeof APP);
    for (const [path, text] of Object.entries(files))
      expect([path, text.match(/[^\r]\n/)]).toEqual([path, null]);
  });

  it.each(["pay/o'hara", 'pay`${x}`', 'pay\nhook', 'pay hook', ''])('rejects the path %j', (webhookPath) => {
    expect(() => add(APP, { ...OPTIONS, webhookPath })).toThrow(
      `webhookPath must be a path of letters, digits and / . - _ ~ :, such as pay/webhook (received ${JSON.stringify(webhookPath)}).`,
    );
  });

  it.each([
    ['^10.0.0', '10'],
    ['^13.0.0', '13'],
  ])('rejects NestJS %s', (range, found) => {
    const app = { ...APP, 'package.json': `{"dependencies":{"@nestjs/core":"${range}"}}` };
    expect(() => add(app)).toThrow(`nestjs-pay needs NestJS 11 or 12 (found ${found}).`);
  });

  it.each(['11', '12'])(
    'adds every package that PayModule needs beside NestJS %s, in a supported version',
    (nest) => {
      const { files } = add({ ...APP, 'package.json': `{"dependencies":{"@nestjs/core":"${nest}"}}` });
      const { dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '') as {
        dependencies: Record<string, string>;
        devDependencies: Record<string, string>;
      };
      const { peerDependencies, peerDependenciesMeta } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
      ) as { peerDependencies: Record<string, string>; peerDependenciesMeta: Record<string, object> };
      const ofNestNew = ['@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs'];
      const required = Object.keys(peerDependencies).filter((name) => !(name in peerDependenciesMeta));
      expect([...new Set([...ofNestNew, ...Object.keys(dependencies)])].sort()).toEqual(required.sort());
      expect(devDependencies).toEqual({ 'pay-simulator': peerDependencies['pay-simulator'] });
      for (const [name, range] of Object.entries(dependencies))
        if (name !== '@nestjs/core') expect(peerDependencies[name]?.split(' || ')).toContain(range);
    },
  );
});
