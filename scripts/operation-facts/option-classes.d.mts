/** Schema of an option in contract/. */
export interface OptionFacts {
  readonly items?: OptionFacts;
  readonly properties?: Readonly<Record<string, OptionFacts>>;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly [key: string]: unknown;
}

/** A class of options in contract/. */
export interface OptionsClassFacts {
  readonly name: string;
  readonly extends?: string;
  readonly members: readonly {
    readonly name: string;
    readonly schema: OptionFacts;
    readonly isRequired?: boolean;
  }[];
}

/** Returns all classes by name. */
export function readClasses(documents: object): Map<string, OptionsClassFacts>;

/** Returns the name of a class whose schema this is. */
export function classOf(schema: OptionFacts): string | undefined;
