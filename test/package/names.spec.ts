import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

/** Raise a limit only for what a page or an example needs: users must learn each name, option and variable. */
const LIMITS = { names: 336, options: 72, variables: 22 };

const { config } = ts.readConfigFile('tsconfig.json', (file) => readFileSync(file, 'utf8'));
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');

it('nestjs-pay has no more names, options and environment variables than users need', () => {
  const files = Object.entries(options.paths ?? {})
    // A class of options is named like its method.
    .filter(([entry]) => entry.startsWith('nestjs-pay') && entry !== 'nestjs-pay/dto')
    .map(([, [file = '']]) => file);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const names = files.flatMap((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
    return module === undefined ? [] : checker.getExportsOfModule(module).map(({ name }) => name);
  });
  const rowsOf = (page: string): number =>
    readFileSync(`docs/reference/${page}.md`, 'utf8').match(/^\| `/gm)?.length ?? 0;
  expect({
    names: new Set(names).size,
    options: rowsOf('options'),
    // Three variables of commands are below the tables.
    variables: rowsOf('environment-variables') + 3,
  }).toEqual(LIMITS);
});

it('the service names of the clients are the clients, also for require() beside import', () => {
  const script = `
    const required = require('nestjs-pay');
    const pairs = { PayWalletService: 'PayWallet', PayIsvService: 'PayISV', PayMarketplaceService: 'Marketplace' };
    import('nestjs-pay').then((imported) => {
      const differ = Object.entries(pairs).filter(
        ([name, client]) => new Set([required, imported].flatMap((one) => [one[name], one[client]])).size !== 1,
      );
      console.log(JSON.stringify(differ));
    });`;
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()).toBe('[]');
});
