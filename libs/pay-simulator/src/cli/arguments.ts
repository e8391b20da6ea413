import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean } from '../domain/nearest-name.js';
import { UsageError } from './usage-error.js';

export type Options = NonNullable<ParseArgsConfig['options']>;
/** Parsed options and positionals. */
export type Arguments<Accepted extends Options> = ReturnType<
  typeof parseArgs<{ options: Accepted & { help: typeof HELP }; allowPositionals: boolean }>
>;

const HELP = { type: 'boolean', short: 'h', default: false } as const;

/**
 * Parses the arguments of a command.
 *
 * @param command - Name of the command; an empty string for the start of the simulator.
 * @throws UsageError that names the wrong option.
 */
export function readArguments<const Accepted extends Options>(
  command: string,
  args: readonly string[],
  options: Accepted,
  allowPositionals = false,
): Arguments<Accepted> {
  try {
    const parsed = parseArgs({ args: [...args], options: { ...options, help: HELP }, allowPositionals });
    const empty = Object.entries(parsed.values).find(([, value]) =>
      [value].flat().some((one) => typeof one === 'string' && one.trim() === ''),
    );
    if (empty === undefined) return parsed;
    throw new UsageError(
      `--${empty[0]}: expected a value (received an empty one; is your shell variable set?)`,
    );
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error;
    // Only the first sentence of Node's message is about the argument.
    const [sentence = ''] = (error as Error).message.split(/\.\s|\.$/);
    const unknown = /^Unknown option '--(.*)'$/.exec(sentence)?.[1];
    const [, flag, lack] = /^Option '(--[\w-]+).*' argument (missing|is ambiguous)$/.exec(sentence) ?? [];
    const dash = lack === 'missing' ? '' : `; if it starts with a dash, write ${flag}=…`;
    let problem = flag === undefined ? sentence : `${flag}: expected a value${dash}`;
    if (unknown !== undefined)
      problem = `unknown option --${unknown}${didYouMean(unknown, Object.keys(options), '--')}`;
    throw new UsageError(`${problem} ${helpHint(command)}`, { cause: error });
  }
}

/** Names the help of a command, as the end of an error message. */
export function helpHint(command: string): string {
  return `(see pay-simulator ${`${command} --help`.trim()})`;
}

/** Option of a member of the control API: `order` for `orderCode`. */
export const flagOf = (member: string): string =>
  member
    .replace(/(?<=.)(TypeId|Id|Code|Seconds)$/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Names an option instead of the member at the start of a message, if there is one. */
export function namingOption(message: string, options: object): string {
  const [member = ''] = message.split(':');
  const flag = flagOf(member);
  return Object.hasOwn(options, flag) ? `--${flag}${message.slice(member.length)}` : message;
}

/** Reads the value of an option. @throws UsageError if it is not a positive integer. */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`${option}: expected a positive integer`);
  return Number(text);
}

/**
 * Reads the kind that a command expects as its only positional.
 *
 * @throws UsageError if it is missing or unknown, or if more follows.
 */
export function readKind<Kind extends string>(
  command: string,
  kinds: readonly Kind[],
  [given, ...rest]: readonly string[],
): Kind {
  const expected = `expected one of ${kinds.join(', ')}`;
  if (given === undefined) throw new UsageError(`${command}: ${expected}`);
  const kind = kinds.find((one) => one === given);
  if (kind === undefined)
    throw new UsageError(`${command}: "${given}" is unknown${didYouMean(given, kinds) || `; ${expected}`}`);
  // A card number without its option can be a real one. With blanks, it arrives in parts.
  const shown = rest.join(' ').replace(/\d{4,}/g, '…');
  if (rest.length > 0) throw new UsageError(`${command}: expected one kind; remove "${shown}"`);
  return kind;
}
