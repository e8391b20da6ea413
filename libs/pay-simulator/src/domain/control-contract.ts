import { brotliDecompressSync } from 'node:zlib';
import { CONTROL_DOCUMENT } from './control-document.generated.js';
import type { Schema } from './json-schema.js';

type Content = Readonly<
  Record<
    'application/json',
    { readonly schema: Schema; readonly example?: Readonly<Record<string, unknown>> }
  >
>;

/** An operation in contract/control.yaml. @see contract/SCHEMA.md */
export interface ControlOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly 'x-javascript': readonly string[];
  readonly 'x-of-merchant'?: boolean;
  readonly 'x-max-bytes'?: number;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

/** Operations by path and method in lower case. */
export type ControlPaths = Readonly<Record<string, Readonly<Record<string, ControlOperation>>>>;

/** The OpenAPI document of the control API: contract/control.yaml. */
export const DOCUMENT = JSON.parse(
  brotliDecompressSync(Buffer.from(CONTROL_DOCUMENT, 'base64')).toString(),
) as {
  readonly paths: ControlPaths;
  /** Schema of a seed file, which no operation takes. */
  readonly 'x-seed-file': Schema;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: { readonly Invalid: { readonly content: Content } };
  };
};

/** Returns the schema of a `$ref` to a schema of the document. */
export function resolveSchema(reference: string): Schema {
  const schema = DOCUMENT.components.schemas[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`the control API has no schema ${reference}`);
  return schema;
}

/** Returns the schema of a request or a response. */
export const schemaOf = (part: { readonly content?: Content } = {}): Schema | undefined =>
  part.content?.['application/json'].schema;

const BODIES = new Map(
  Object.values(DOCUMENT.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, requestBody }) => [operationId, schemaOf(requestBody)]),
);

/** Returns the schema of an operation's body. */
export function bodySchema(operation: string): Schema {
  const schema = BODIES.get(operation);
  if (!schema) throw new Error(`the control API has no body of ${operation}`);
  return schema;
}
