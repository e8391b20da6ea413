// class-transformer needs reflect-metadata before a class of options is declared.
import 'reflect-metadata';
import type { OptionsSchemas } from './swagger/options-schema.js';
import { CLASSES, SCHEMAS } from './swagger/schemas.generated.js';

/** Static method in which the compiler plugin of `@nestjs/swagger` describes a class. Only Swagger calls it. */
const METADATA_FACTORY = '_OPENAPI_METADATA_FACTORY';

type OptionsClass = new () => object;
const classOf = (name: string): OptionsClass => (CLASSES as Record<string, OptionsClass>)[name]!;

function describe(properties: OptionsSchemas[string]): Record<string, object> {
  const described = Object.entries(properties).map(([name, { dto, ...schema }]) => [
    name,
    { required: false, ...schema, ...(dto !== undefined && { type: () => classOf(dto) }) },
  ]);
  return Object.fromEntries(described) as Record<string, object>;
}

for (const [name, properties] of Object.entries(SCHEMAS))
  Object.defineProperty(classOf(name), METADATA_FACTORY, {
    value: () => describe(properties),
    configurable: true,
  });
