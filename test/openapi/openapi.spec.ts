import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import swc from '@swc/core';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import { operationsOf, readContract } from '../../scripts/contract/claims.mjs';

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

let simulator: PaySimulator;
const documents: Record<'service' | 'control', string> = { service: '', control: '' };
beforeAll(async () => {
  simulator = await createPaySimulator({ clock: 'manual', orderCodes: 'beyond-safe', seed: 'openapi' });
  for (const [name, path] of [
    ['service', '/openapi.json'],
    ['control', '/_simulator/openapi.json'],
  ] as const)
    documents[name] = await (await fetch(`${simulator.url}${path}`)).text();
});
afterAll(() => simulator.close());

interface Operation {
  readonly 'x-operations': readonly string[];
  readonly 'x-evidence': { readonly confidence: string; readonly source?: readonly string[] };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly example?: unknown }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}
interface Schema {
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, object>>;
}

const serviceOperations = (): readonly Operation[] => {
  const { paths } = JSON.parse(documents.service) as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, operation]) =>
      ['get', 'post', 'put', 'patch', 'delete'].includes(method) ? [operation] : [],
    ),
  );
};

/** Returns the required members of a response, or of the items of a list. */
const requiredOf = (key: string, status: string): readonly string[] => {
  const operation = serviceOperations().find((one) => one['x-operations'].includes(key));
  const schema = operation?.responses[status]?.content?.['application/json']?.schema;
  return (schema?.items ?? schema)?.required ?? [];
};

describe.each(['service', 'control'] as const)('the OpenAPI document of the %s', (name) => {
  it('is valid in a linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The service has paths that end with a slash, and they differ from those without.
      rules: { 'no-path-trailing-slash': 'off' },
    });
    const problems = await lintFromString({
      source: documents[name],
      config,
      absoluteRef: join(ROOT, `${name}.json`),
    });
    expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
  });

  it('names the running simulator as its server', () => {
    const { servers } = JSON.parse(documents[name]) as { servers: readonly { url: string }[] };
    expect(servers[0]?.url).toBe(`${simulator.url}/${name === 'service' ? 'api' : '_simulator'}`);
  });
});

describe('the OpenAPI document of the service', () => {
  it('has each operation of the contract once, with its confidence and sources', () => {
    const named = serviceOperations().flatMap((operation) => operation['x-operations']);
    const known = operationsOf(readContract()).map(({ key }) => key);
    expect([...named].sort()).toEqual([...known].sort());
    const withoutSource = serviceOperations().filter(
      ({ 'x-evidence': { confidence, source = [] } }) => confidence !== 'inferred' && source.length === 0,
    );
    expect(withoutSource).toEqual([]);
  });

  it('requires the members of a response that a page or a recorded response shows, unless they can be null', () => {
    expect(requiredOf('payments.createOrder', '200')).toEqual(['orderCode']);
    expect(requiredOf('webhooks.listSubscriptions', '200')).toEqual(['subscriptionId', 'url', 'events']);
    const transaction = requiredOf('transactions.getTransactionById', '200');
    expect(transaction).toEqual(expect.arrayContaining(['amount', 'orderCode', 'statusId', 'insDate']));
    // These can be null, or only a public project or nothing shows them.
    for (const name of ['email', 'bankId', 'switching', 'originalAmount'])
      expect(transaction).not.toContain(name);
  });

  it('requires no member of a response to work that has not ended', () => {
    for (const operation of serviceOperations())
      expect(JSON.stringify(operation.responses['202'] ?? {})).not.toContain('"required"');
  });

  it('states limits as keywords, and each example keeps them', () => {
    const { paths, webhooks, components } = JSON.parse(documents.service) as Record<string, object>;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { examples, example, schema, ...keywords } = node as Record<string, unknown>;
      const check = (used: object, values: readonly unknown[]): void => {
        const isValid = ajv.compile({ ...used, components });
        for (const value of values) if (!isValid(value)) wrong.push(`${path}: ${JSON.stringify(value)}`);
      };
      if (Array.isArray(examples)) check(keywords, examples);
      if (example !== undefined && schema) check(schema, [example]);
      for (const [name, member] of Object.entries({ ...keywords, schema })) {
        if (member !== undefined) counts[name] = (counts[name] ?? 0) + 1;
        visit(member, `${path}/${name}`);
      }
    };
    visit({ paths, webhooks }, '');
    expect(wrong).toEqual([]);
    // A limit that becomes prose again is lost for generated clients.
    const least = { enum: 10, 'x-known-values': 45, maxLength: 100, maximum: 30, minimum: 100, default: 80 };
    expect(Object.entries(least).filter(([name, count]) => (counts[name] ?? 0) < count)).toEqual([]);
  });

  it('has the members that all events share in one schema', () => {
    const { webhooks, components } = JSON.parse(documents.service) as {
      webhooks: Record<string, { post: { requestBody: Body } }>;
      components: { schemas: Record<string, object> };
    };
    const { content } = webhooks['event1796']?.post.requestBody ?? {};
    const [envelope, own] = content?.['application/json']?.schema.allOf ?? [];
    expect(envelope).toEqual({ $ref: '#/components/schemas/Envelope' });
    expect(own?.properties?.['EventTypeId']).toEqual({ type: 'integer', const: 1796 });
    expect(components.schemas['Envelope']).toHaveProperty('properties.MessageId');
  });

  it('has an example of each operation: its request, a response or a parameter', () => {
    const without = serviceOperations().filter(({ parameters = [], requestBody, responses }) => {
      const bodies = requestBody ? [requestBody] : Object.values(responses);
      const contents = bodies.flatMap(({ content = {} }) => Object.values(content));
      return ![...contents, ...parameters].some(({ example }) => example !== undefined);
    });
    expect(without.map((operation) => operation['x-operations'])).toEqual([]);
  });

  it('names the scope of each call with a token', () => {
    const order = serviceOperations().find((operation) =>
      operation['x-operations'].includes('payments.createOrder'),
    );
    expect(order?.security).toContainEqual({ oauth: ['urn:viva:payments:core:api:redirectcheckout'] });
  });
});

it('a generated client compiles, and takes, refunds and disputes a payment', async () => {
  // In `dist`, which git ignores: the client imports its packages from the folder above.
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'dist/openapi-'));
  try {
    for (const name of ['service', 'control'] as const) {
      const types = await openapiTS(JSON.parse(documents[name]) as OpenAPI3);
      writeFileSync(join(folder, `${name}.ts`), astToString(types));
    }
    const shop = readFileSync(join(import.meta.dirname, 'client/shop.ts.txt'), 'utf8');
    writeFileSync(join(folder, 'shop.ts'), shop);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...{ module: 'nodenext', target: 'es2023', strict: true, noEmit: true, types: ['node'] },
          noUncheckedIndexedAccess: true,
        },
        files: ['shop.ts'],
      }),
    );
    const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');

    const { code } = await swc.transform(shop, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    });
    writeFileSync(join(folder, 'shop.mjs'), code);
    const options = JSON.stringify({ url: simulator.url, ...simulator.credentials.merchant });
    const { stdout: printed } = await execute(process.execPath, [join(folder, 'shop.mjs'), options]);
    const result = JSON.parse(printed) as Readonly<Record<string, unknown>>;
    expect(result).toMatchObject({ paid: 'approved', amount: 10, refund: -4, refunded: 400, disputed: 'ML' });
    expect(BigInt(String(result['orderCode']))).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
