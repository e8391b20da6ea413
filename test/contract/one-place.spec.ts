import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = [
  'contract',
  'docs',
  'libs/pay',
  'libs/pay-simulator',
  'scripts',
  'package.json',
  'tsconfig.json',
];
const UNNEEDED = /(^|\/)(node_modules|dist|cache)(\/|$)/;
const LENGTH = 1777;

interface Body {
  anyOf?: Body[];
  properties?: Record<string, { maxLength?: number }>;
}

let copy = '';
const read = (file: string): string => readFileSync(join(copy, file), 'utf8');

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'one-place-'));
  for (const file of SOURCES)
    cpSync(join(ROOT, file), join(copy, file), {
      recursive: true,
      filter: (path) => !UNNEEDED.test(path.slice(ROOT.length)),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const contract = join(copy, 'contract/openapi/payments.yaml');
  const text = readFileSync(contract, 'utf8');
  const changed = text.replace(/(customerTrns:\n(?: +.+\n){3} +maxLength: )2048/, `$1${LENGTH}`);
  expect(changed).not.toBe(text);
  writeFileSync(contract, changed);
  for (const generator of ['scripts/operation-facts', 'scripts/operation-docs', 'scripts/swagger-schemas'])
    execFileSync(process.execPath, [`${generator}/generate.mjs`], { cwd: copy });
  execFileSync(process.execPath, ['libs/pay-simulator/scripts/generate.mjs'], { cwd: copy });
}, 120_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('the longest customerTrns changes the class of options', () => {
  const options = read('libs/pay/src/areas/options.generated.ts');
  expect(options).toContain(`@IsOptional() @IsString() @Length(1, ${LENGTH}) customerTrns?: string;`);
  expect(options).toContain(`/** Text shown to the customer. 1 to ${LENGTH} characters. */`);
});

it('the longest customerTrns changes the Swagger schema', () => {
  const schemas = read('libs/pay/src/swagger/schemas.generated.ts');
  const [, schema] = /"CreateOrderOptions":\{.*?"customerTrns":(\{.*?\})/.exec(schemas) ?? [];
  expect(JSON.parse(schema ?? '{}')).toMatchObject({ minLength: 1, maxLength: LENGTH });
});

it('the longest customerTrns changes the OpenAPI document', () => {
  const [, text = ''] =
    /'([\w+/=]+)'/.exec(read('libs/pay-simulator/src/openapi/service-document.generated.ts')) ?? [];
  const document = JSON.parse(brotliDecompressSync(Buffer.from(text, 'base64')).toString()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Body }> } } }>;
  };
  const schema = document.paths['/checkout/v2/orders']?.post.requestBody.content['application/json']?.schema;
  const bodies = schema?.anyOf ?? [schema];
  expect(bodies.map((body) => body?.properties?.['customerTrns']?.maxLength)).toContain(LENGTH);
});

it('the longest customerTrns changes the page of the operation', () => {
  const [row] =
    /^\| `customerTrns` .*$/m.exec(read('docs/reference/operations/payments/create-order.md')) ?? [];
  expect(row).toContain(`| 1 to ${LENGTH} characters |`);
});

it('the longest customerTrns changes what the simulator refuses', () => {
  const schemas = read('libs/pay-simulator/src/operations/request-schemas.generated.ts');
  expect(schemas).toContain(`"customerTrns":{"minLength":1,"maxLength":${LENGTH}}`);
});
