import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'pay-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command with a file of the service. Returns what it prints. */
function diff(...input: string[]): { stdout: string; stderr: string; status: number | null } {
  return spawnSync(process.execPath, [join(process.cwd(), 'scripts/contract/diff.mjs'), ...input], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: undefined },
  });
}

it('contract:diff prints what differs from a file of the service, by operation and field', () => {
  const file = join(folder, 'payment-api.yaml');
  // OpenAPI 3.0, with a base path, references, a schema that contains itself, and `nullable`.
  writeFileSync(
    file,
    `openapi: 3.0.1
info: { title: Payments, version: '1' }
servers: [{ url: https://demo-api.vivapayments.com/checkout }]
paths:
  /v2/orders:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object, properties: { orderCode: { type: integer }, extra: { type: string } } } } } }
  /v2/orders/{code}:
    get: { responses: { '200': { description: ok } } }
components:
  schemas:
    Order:
      type: object
      required: [amount, sourceCode]
      properties:
        amount: { type: number }
        sourceCode: { type: string }
        tags: { type: array, nullable: true, items: { type: string } }
        parent: { $ref: '#/components/schemas/Order' }
        customer: { type: object, properties: { fullName: { type: string, maxLength: 9999 } } }
        preauth: { allOf: [{ type: boolean }] }
`,
  );
  const { stdout, stderr, status } = diff(file);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'POST /checkout/v2/orders',
      '  body amount: type is "number" in the file, "integer" in the contract',
      '  body sourceCode: required is true in the file, false in the contract',
      '  body tags: type is "array|null" in the file, "array" in the contract',
      '  body parent: only in the file (object)',
      expect.stringMatching(/^ {2}body customer\.fullName: maxLength is 9999 in the file, /),
      '  body merchantTrns: only in the contract',
      '  response extra: only in the file (string)',
      'GET /checkout/v2/orders/{}: the contract has no such operation.',
    ]),
  );
  // What joins other schemas has no type of its own.
  expect(lines.filter((line) => /orderCode|preauth: type/.test(line))).toEqual([]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it('contract:diff prints no list of values that the contract has in another order', () => {
  const file = join(folder, 'status.yaml');
  writeFileSync(
    file,
    `openapi: 3.0.1
info: { title: Devices, version: '1' }
paths:
  /ecr/v1/devices:search:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { statusId: { type: integer, enum: [7, 6, 5, 4, 3, 2, 1, 0] } } } } } }
      responses: { '200': { description: ok } }
`,
  );
  expect(diff(file).stdout).not.toContain('enum');
});

it('contract:diff names a file that is no OpenAPI file', () => {
  const file = join(folder, 'empty.yaml');
  writeFileSync(file, '');
  expect(diff(file)).toMatchObject({ status: 2, stderr: expect.stringContaining('must be an OpenAPI file') });
});

it('contract:diff says how to call it without a file', () => {
  expect(diff()).toMatchObject({ status: 2, stderr: expect.stringContaining('npm run contract:diff') });
});
