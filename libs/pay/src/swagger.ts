// class-transformer needs reflect-metadata before a class of options is declared.
import 'reflect-metadata';
import * as classes from './areas/options.generated.js';
import type { OptionsSchemas } from './swagger/options-schema.js';
import { SCHEMAS } from './swagger/schemas.generated.js';

/** Static method in which the compiler plugin of `@nestjs/swagger` describes a class. Only Swagger calls it. */
const METADATA_FACTORY = '_OPENAPI_METADATA_FACTORY';

type OptionsClass = new () => object;
const CLASSES = classes as unknown as Record<string, OptionsClass>;
const NAMES = new Map(Object.entries(CLASSES).map(([name, one]) => [one, name]));

/** Returns the schemas of a class and of the class that it extends. */
function propertiesOf(one: OptionsClass): OptionsSchemas[string] {
  const name = NAMES.get(one);
  if (name === undefined) return {};
  return { ...propertiesOf(Object.getPrototypeOf(one) as OptionsClass), ...SCHEMAS[name] };
}

function describe(properties: OptionsSchemas[string]): Record<string, object> {
  const described = Object.entries(properties).map(([name, { dto, ...schema }]) => {
    const isText = !('type' in schema || 'enum' in schema || 'oneOf' in schema);
    const type = dto === undefined ? isText && { type: 'string' } : { type: () => CLASSES[dto] };
    return [name, { required: false, ...type, ...schema }];
  });
  return Object.fromEntries(described) as Record<string, object>;
}

for (const one of NAMES.keys())
  Object.defineProperty(one, METADATA_FACTORY, {
    value: () => describe(propertiesOf(one)),
    configurable: true,
  });
