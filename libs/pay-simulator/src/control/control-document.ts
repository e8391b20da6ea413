import type { Schema } from '../domain/json-schema.js';
import { CONTROL_DOCUMENT } from './document.generated.js';

type Content = Readonly<
  Record<
    'application/json',
    { readonly schema: Schema; readonly example?: Readonly<Record<string, unknown>> }
  >
>;

/** An operation in contract/control.yaml. @see contract/SCHEMA.md */
interface Operation {
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

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The OpenAPI document of the control API. */
interface ControlDocument {
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: { readonly Invalid: { readonly content: Content } };
  };
}

const DOCUMENT = CONTROL_DOCUMENT as ControlDocument;

const MERCHANT_ID = {
  name: 'merchantId',
  in: 'path',
  required: true,
  description: 'ID of the connected merchant.',
  schema: { type: 'string' },
} as const;

/** Returns the operation of a connected merchant, for an operation of the main merchant. */
const ofMerchant = (operation: Operation): Operation => ({
  ...operation,
  operationId: `${operation.operationId}OfMerchant`,
  tags: ['Connected merchants'],
  summary: `${operation.summary} (a connected merchant)`,
  parameters: [MERCHANT_ID, ...(operation.parameters ?? [])],
  responses: {
    ...operation.responses,
    404: { ...DOCUMENT.components.responses.Invalid, description: 'The merchant, or the item, is unknown.' },
  },
});

/** All paths of the control API. Connected merchants have those of the main merchant under their ID. */
const PATHS: Paths = Object.fromEntries([
  ...Object.entries(DOCUMENT.paths),
  ...Object.entries(DOCUMENT.paths).flatMap(([path, item]) => {
    const operations = Object.entries(item).filter(([, operation]) => operation['x-of-merchant'] === true);
    const own = operations.map(([method, operation]) => [method, ofMerchant(operation)] as const);
    return own.length === 0 ? [] : [[`/merchants/{merchantId}${path}`, Object.fromEntries(own)] as const];
  }),
]);

/** Returns the document with the address of the running simulator. */
export const controlDocument = (origin: string) => ({
  ...DOCUMENT,
  servers: [{ url: `${origin}/_simulator`, description: 'The running simulator.' }],
  paths: PATHS,
});

/** Returns the schema of a `$ref` to a schema of the document. */
export function resolveSchema(reference: string): Schema {
  const schema = DOCUMENT.components.schemas[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`the control API has no schema ${reference}`);
  return schema;
}

/** Returns what the server and the pages need of an operation. */
function factsOf(path: string, method: string, operation: Operation) {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const body = requestBody?.content['application/json'];
  return {
    id: operationId,
    method: method.toUpperCase(),
    /** Path after `/_simulator`. */
    path,
    /** Sentence that starts with a verb in the third person. */
    summary: `${summary}.`,
    /** Optional query parameters. */
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    /** Schema of the body. Without it, the operation takes no body. */
    body: body?.schema,
    /** A valid body, for error messages. */
    example: body?.example,
    /** Size of the largest body, if it is not the service's. */
    maxBytes: operation['x-max-bytes'],
    /** Schema of the response. Without it, the operation responds with 204. */
    response: responses[200]?.content?.['application/json'].schema,
  };
}

/** What contract/control.yaml says about an operation. */
export type RouteFacts = ReturnType<typeof factsOf>;

/** All operations of the control API, in the order of the document. */
export const ROUTE_FACTS: readonly RouteFacts[] = Object.entries(PATHS).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => factsOf(path, method, operation)),
);
