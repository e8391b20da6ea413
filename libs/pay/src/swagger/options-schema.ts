/** Schema of one option, as `@ApiProperty()` takes it. */
export interface OptionSchema {
  /** @default false */
  required?: boolean;
  /** Name of the options class that describes the value. */
  dto?: string;
  isArray?: boolean;
  /** @default 'string', unless the schema has a list of values or of schemas */
  type?: string;
  [member: string]: unknown;
}

/** Schemas of the options classes, by class and option. */
export type OptionsSchemas = Readonly<Record<string, Readonly<Record<string, OptionSchema>>>>;
