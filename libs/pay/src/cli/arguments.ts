import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { didYouMean } from '../core/values/nearest-name.js';
import { UsageError } from './command.js';

type Options = NonNullable<ParseArgsConfig['options']>;
/** As they were read. */
export type Arguments<Given extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Given; allowPositionals: true }>
>;

/** Options and other words of a command. @throws UsageError naming the option that is wrong. */
export function readArguments<Given extends Options>(args: string[], options: Given): Arguments<Given> {
  refuseUnknown(args, options);
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's sentences go on with advice.
    const [sentence = ''] = (error as Error).message.split(/\.\s|\.$|\n/);
    throw new UsageError(sentence, { cause: error });
  }
}

function refuseUnknown(args: string[], options: Options): void {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    throw new UsageError(
      `unknown option ${token.rawName}${didYouMean(token.name, Object.keys(options), '--')}`,
    );
  }
}

/** One of some words. @throws UsageError */
export function oneOf<Word extends string>(
  option: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (given === undefined) return undefined;
  const word = words.find((one) => one === given);
  if (word !== undefined) return word;
  throw new UsageError(`${option}: expected ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

/** Milliseconds of `--timeout`. @throws UsageError */
export function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError('--timeout: expected milliseconds, from 1 to 999999');
}
