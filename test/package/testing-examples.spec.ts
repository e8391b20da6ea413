import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { compile } from './compile.js';

const FILES = [
  'testing/pay-test-simulator.ts',
  'testing/pay-test-world.ts',
  'testing/pay-testing.module.ts',
  'testing/results.ts',
];
const PRELUDE = `
import { it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { payFailed, payOk, PayTestingModule, PayTestSimulator, PayTestWorld } from 'nestjs-pay/testing';
declare class AppModule {}
declare class Orders {}
declare const order: { orderCodeText: string };
`;

/** Returns the code of each `@example` in a file. */
function examplesOf(file: string): string[] {
  const text = readFileSync(`libs/pay/src/${file}`, 'utf8');
  return [...text.matchAll(/@example\s(.*?)(?=@|\*\/)/gs)].map(([, code = '']) =>
    code.replace(/^ *\* ?/gm, ''),
  );
}

it('the examples in the docstrings of nestjs-pay/testing compile', () => {
  const examples = FILES.flatMap((file) =>
    examplesOf(file).map((code, index) => {
      const given = /const (simulator|world)\b/.test(code)
        ? 'declare const app: INestApplication;'
        : 'declare const simulator: PayTestSimulator, world: PayTestWorld;';
      return [`${file.replaceAll(/\W/g, '-')}-${index}.mts`, `${PRELUDE}${given}\n${code}\nexport {};\n`];
    }),
  );
  expect(examples.length).toBeGreaterThanOrEqual(7);
  expect(compile(Object.fromEntries(examples) as Record<string, string>)).toEqual([]);
});
