import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { nestAdd } from './nest-add.js';

const OPTIONS = { sourceRoot: 'src', webhookPath: '/hooks/pay', skipInstall: false };
const APP = {
  'package.json': '{\n  "dependencies": {\n    "@nestjs/core": "^12.0.1"\n  }\n}\n',
  'src/app.module.ts':
    "import { A } from './a.js';\n\n@Module({ imports: [A] })\nexport class AppModule {}\n",
  'src/main.ts': 'const app = await NestFactory.create(AppModule);\n',
};

/** Runs `nest add` on files in memory. test/compatibility runs it with the Nest CLI's own schematics. */
function add(app: Record<string, string>, options = OPTIONS) {
  const files = new Map(Object.entries(app));
  const write = (path: string, text: string) => void files.set(path, text);
  const messages: string[] = [];
  const warnings: string[] = [];
  const tasks: unknown[] = [];
  nestAdd(options)(
    {
      exists: (path) => files.has(path),
      readText: (path) => files.get(path) ?? '',
      create: write,
      overwrite: write,
      getDir: () => ({ visit: (visitor) => [...files.keys()].forEach(visitor) }),
    },
    {
      logger: { info: (text) => messages.push(text), warn: (text) => warnings.push(text) },
      addTask: (task) => tasks.push(task.toConfiguration()),
    },
  );
  return { files: Object.fromEntries(files), messages, warnings, tasks };
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
      'src/pay.ts': '@Module({ imports: [PayModule.forRoot(options)] }) class Pay { @OnPayEvent() on() {} }',
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
      /src\/app\.module\.ts has an unusual form[^]*providers: \[PaymentEvents\]/,
    );
    expect(warnings.join('\n')).toMatch(/src\/main\.ts has an unusual form[^]*rawBody: true/);
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
      const { dependencies } = JSON.parse(files['package.json'] ?? '') as {
        dependencies: Record<string, string>;
      };
      const { peerDependencies, peerDependenciesMeta } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
      ) as { peerDependencies: Record<string, string>; peerDependenciesMeta: Record<string, object> };
      const ofNestNew = ['@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs'];
      const required = Object.keys(peerDependencies).filter((name) => !(name in peerDependenciesMeta));
      expect([...new Set([...ofNestNew, ...Object.keys(dependencies)])].sort()).toEqual(required.sort());
      for (const [name, range] of Object.entries(dependencies))
        if (name !== '@nestjs/core') expect(peerDependencies[name]?.split(' || ')).toContain(range);
    },
  );
});
