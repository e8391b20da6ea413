import { brotliDecompressSync } from 'node:zlib';
import { CONTROL_DOCUMENT } from './control-document.generated.js';
import type { Schema } from './json-schema.js';

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: Json }>>;
type Json = Readonly<Record<string, unknown>>;

/** An operation of the control API. */
export interface ControlOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  /** Sentence without its period that starts with a verb in the third person. */
  readonly summary: string;
  /** Members of `PaySimulator` that the operation stands for, such as `orders.list`. */
  readonly 'x-javascript': readonly string[];
  /** Whether the operation also exists under `/merchants/{merchantId}`, for a connected merchant. */
  readonly 'x-of-merchant'?: boolean;
  /** Size of the largest body, if it is not the service's. */
  readonly 'x-max-bytes'?: number;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** Operations by path and method in lower case. */
export type ControlPaths = Readonly<Record<string, Readonly<Record<string, ControlOperation>>>>;

/** The OpenAPI document of the control API: contract/control.yaml. */
export const CONTROL = JSON.parse(
  brotliDecompressSync(Buffer.from(CONTROL_DOCUMENT, 'base64')).toString(),
) as {
  readonly tags: readonly object[];
  readonly paths: ControlPaths;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Returns the schema of a `$ref`. */
export function resolveSchema(reference: string): Schema {
  const schema = CONTROL.components.schemas[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`the control API has no schema ${reference}`);
  return schema;
}

/** Returns the schema of a request or a response. */
export const schemaOf = (part: { readonly content?: Content } = {}): Schema | undefined =>
  part.content?.['application/json']?.schema;

const BODIES = new Map(
  Object.values(CONTROL.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, requestBody }) => [operationId, schemaOf(requestBody)]),
);

/** Returns the schema of an operation's body. */
export function bodySchema(operation: string): Schema {
  const schema = BODIES.get(operation);
  if (!schema) throw new Error(`the control API has no body of ${operation}`);
  return schema;
}
