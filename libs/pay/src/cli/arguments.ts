import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { didYouMean } from '../core/values/nearest-name.js';
import { UsageError } from './command.js';

type Options = NonNullable<ParseArgsConfig['options']>;
/** Parsed options and positionals. */
export type Arguments<Accepted extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Accepted; allowPositionals: true }>
>;

/** Parses the arguments of a command. @throws UsageError naming the invalid option. */
export function readArguments<Accepted extends Options>(
  args: string[],
  options: Accepted,
): Arguments<Accepted> {
  rejectUnknown(args, options);
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Only the first sentence of Node's message is about the argument.
    const [sentence = ''] = (error as Error).message.split(/\.\s|\.$|\n/);
    throw new UsageError(sentence, { cause: error });
  }
}

function rejectUnknown(args: string[], options: Options): void {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    throw new UsageError(
      `unknown option ${token.rawName}${didYouMean(token.name, Object.keys(options), '--')}`,
    );
  }
}

/** Returns the option's value if it is one of `words`. @throws UsageError */
export function oneOf<Word extends string>(
  option: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  throw new UsageError(`${option}: expected ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

/** Returns the milliseconds of `--timeout`. @throws UsageError */
export function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError('--timeout: expected milliseconds, from 1 to 999999');
}
