import type { Schema } from '../domain/json-schema.js';
import { SCHEMAS } from './routes.generated.js';

/** Returns the schema of a `$ref` to one of {@link SCHEMAS}. */
export function resolveSchema(reference: string): Schema {
  const schema = SCHEMAS[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`the control API has no schema ${reference}`);
  return schema;
}
