import {
  limitsOf,
  NO_LIMITS,
  type RequestLimits,
  type RequestSchema,
  type WrittenSchema,
} from '../http/request-limits.js';
import { REQUEST_FIELDS, REQUEST_SCHEMAS } from './request-schemas.generated.js';

function schemaOf({ properties, items, ...keywords }: WrittenSchema): RequestSchema {
  const members: Record<string, RequestSchema> = {};
  for (const number of properties ?? []) {
    const [name, schema] = REQUEST_FIELDS[number] ?? [];
    if (name !== undefined && schema) members[name] = schemaOf(schema);
  }
  return {
    ...keywords,
    ...(properties && { properties: members }),
    ...(items && { items: schemaOf(items) }),
  };
}

const compiled = new Map<string, { readonly query: RequestLimits; readonly body: RequestLimits }>();

/** Returns the limits of an operation's query and body. They are compiled at its first request. */
export function limitsOfOperation(key: string): {
  readonly query: RequestLimits;
  readonly body: RequestLimits;
} {
  const known = compiled.get(key);
  if (known) return known;
  const { query, body } = REQUEST_SCHEMAS[key] ?? {};
  const limits = {
    query: query ? limitsOf(schemaOf(query)) : NO_LIMITS,
    body: body ? limitsOf(schemaOf(body)) : NO_LIMITS,
  };
  compiled.set(key, limits);
  return limits;
}
