import { readTexts } from '../control/read-texts.js';
import { resolveSchema } from '../domain/control-contract.js';
import { problemText } from '../domain/input.js';
import { schemaProblem, type Schema } from '../domain/json-schema.js';
import { flagOf, namingOption, readArguments, type Arguments, type Options } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { helpText } from './command-text.js';
import { RequestFailure, RunningSimulator, type Json } from './running-simulator.js';
import { UsageError } from './usage-error.js';

/** What a command works with. */
interface Call<Accepted extends Options> extends Arguments<Accepted> {
  /** Returns the simulator that the options name. @throws UsageError if one is invalid. */
  readonly simulator: () => RunningSimulator;
  readonly out: CommandIo['out'];
}

/**
 * Creates a command that acts on a running simulator. It prints its help, and names options instead of members in errors.
 *
 * @param run - Runs the command, and returns its exit code.
 * @throws UsageError for invalid arguments.
 */
export const simulatorCommand =
  <const Accepted extends Options>(
    name: string,
    usage: string,
    options: Accepted,
    run: (call: Call<Accepted>) => Promise<number>,
  ) =>
  async (args: readonly string[], { env, folder, isTerminal, out }: CommandIo): Promise<number> => {
    const { values, positionals } = readArguments(name, args, options, true);
    if ('help' in values && values.help === true) {
      out(helpText(usage, isTerminal === true && !env['NO_COLOR']));
      return 0;
    }
    try {
      const simulator = (): RunningSimulator => RunningSimulator.of(values, env, folder);
      return await run({ values, positionals, simulator, out });
    } catch (error) {
      if (!(error instanceof RequestFailure && error.isUsage)) throw error;
      throw new UsageError(namingOption(error.message, options));
    }
  };

/** Options that say which simulator a command acts on, and how long it waits. */
const OTHER_OPTIONS = new Set(['world', 'url', 'env-file', 'control-token-file', 'timeout']);

/**
 * Reads the input of an operation from the options that are named after its members.
 *
 * @param schema - Schema of the input.
 * @param refusal - Says what is accepted instead of an option that is no member.
 * @param fixed - Members without an option, and defaults.
 * @throws UsageError that names an invalid option.
 */
export function readInput(
  values: Readonly<Record<string, unknown>>,
  schema: Schema,
  refusal: string,
  fixed: Json = {},
): Json {
  const members = new Map(Object.keys(schema.properties ?? {}).map((member) => [flagOf(member), member]));
  const given = Object.entries(values).flatMap(([flag, text]) => {
    if (typeof text !== 'string' || OTHER_OPTIONS.has(flag)) return [];
    const member = members.get(flag);
    if (member === undefined) throw new UsageError(`--${flag}: ${refusal}`);
    return [[member, text] as const];
  });
  const input = readTexts(schema, { ...fixed, ...Object.fromEntries(given) }) as Json;
  const problem = schemaProblem(schema, input, resolveSchema);
  if (problem) throw new UsageError(namingOption(problemText(problem), values));
  return input;
}
