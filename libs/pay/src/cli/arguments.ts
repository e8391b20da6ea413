import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import { didYouMean } from '../core/values/nearest-name.js';
import { wordList } from '../core/values/word-list.js';
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
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Only the first sentence of Node's message is about the argument.
    const [sentence = ''] = (error as Error).message.split(/\.\s|\.$|\n/);
    throw new UsageError(sentence, { cause: error });
  }
  rejectEmpty(parsed.values);
  return parsed;
}

function rejectEmpty(values: object): void {
  for (const [name, value] of Object.entries(values))
    // The default account has no name.
    if (name !== 'account' && [value].flat().includes(''))
      throw new UsageError(
        `--${name}: expected a value (received an empty one; is your shell variable set?)`,
      );
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

/** Returns the value of an option or argument if it is one of `words`. @throws UsageError with the nearest word */
export function oneOf<Word extends string, Value extends string | undefined>(
  name: string,
  value: Value,
  words: readonly Word[],
): Word | Extract<Value, undefined> {
  if (value === undefined) return undefined as Extract<Value, undefined>;
  const text: string = value;
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw new UsageError(`${name}: expected ${wordList(words, 'or')}${didYouMean(text, words)}`);
}

/** Returns the number of an option, from 1 to `max`. @throws UsageError */
export function numberOf(
  option: string,
  text: string | undefined,
  max: number,
  expected = 'a number',
): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d*$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageError(`${option}: expected ${expected} from 1 to ${max}`);
}

/** Returns the ID of a dead letter. @throws UsageError */
export function idOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined || /^\d{1,18}$/.test(text)) return text;
  throw new UsageError(`${option}: expected the ID of a dead letter`);
}

/** Returns the milliseconds of `--timeout`. @throws UsageError */
export function readTimeout(text: string | undefined): number | undefined {
  return numberOf('--timeout', text, 999_999, 'milliseconds,');
}

/** Throws the error of a client or store again, as wrong usage if it names a wrong option. */
export function throwUsage(error: unknown): never {
  throw isInstance(error, RangeError)
    ? new UsageError(describeThrown(error).message, { cause: error })
    : error;
}

/** Reports wrong options as wrong usage. */
export function asUsage<Result>(create: () => Result): Result {
  try {
    return create();
  } catch (error) {
    return throwUsage(error);
  }
}
