import { flagOf, namingOption, readArguments, type Arguments, type Options } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { helpText } from './command-text.js';
import { RequestFailure, RunningSimulator } from './running-simulator.js';
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

/**
 * Reads the members of an input from their options.
 *
 * @param values - Values of the options.
 * @param all - Members that have an option.
 * @param members - Members that the action accepts.
 * @param refusal - Says what the action accepts instead of an option that it does not accept.
 */
export function readInput(
  values: Readonly<Record<string, unknown>>,
  all: readonly string[],
  members: readonly string[],
  refusal: string,
): Readonly<Record<string, string>> {
  const input = all.flatMap((member) => {
    const value = values[flagOf(member)];
    return typeof value === 'string' ? [[member, value] as const] : [];
  });
  const unexpected = input.find(([member]) => !members.includes(member));
  if (unexpected !== undefined) throw new UsageError(`--${flagOf(unexpected[0])}: ${refusal}`);
  return Object.fromEntries(input);
}
