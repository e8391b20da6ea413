import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { helpHint, readArguments } from '../cli/arguments.js';
import { UsageError } from '../cli/usage-error.js';
import { counted, helpText, wrapped } from '../cli/command-text.js';
import { VERSION } from '../http/version.js';
import type { CommandIo } from '../cli/command-io.js';
import { readEnvironment } from '../cli/env-file.js';
import { accountOf } from './account.js';
import { CLASSES, CLASS_NAMES } from './classes.js';
import { differencesOf, guessesOf } from './compare.js';
import { OPERATIONS } from './contract.generated.js';
import { VERIFY_OPTIONS, VERIFY_USAGE } from './page-files.generated.js';
import { issueUrl } from './issue-url.js';
import { preflight } from './preflight.js';
import { startReceiver } from './receiver.js';
import { colored, verifyText } from './report-text.js';
import { writeTranscript } from './transcript-files.js';
import { usedOperations } from './used.js';
import { verify } from './verify.js';
import type { Person, ProbeClass, Target, Transcript, VerifyReport } from './verify.types.js';

/** Process functions that the command uses. */
interface VerifyIo extends CommandIo {
  /** Writes to stderr. */
  err: (text: string) => void;
  /** Calls the listener at Ctrl-C instead of ending the process. @returns a function that removes the listener */
  onInterrupt: (listener: () => void) => () => void;
}

const COLORS = { '✓': 'green', differs: 'red', stopped: 'yellow' } as const;

/**
 * Runs `pay-simulator verify`.
 *
 * @returns The exit code: 0 if nothing differs, 1 if something differs or nothing was probed.
 * @throws UsageError for invalid arguments or variables.
 */
export async function runVerify(args: string[], io: VerifyIo): Promise<number> {
  const { values } = readArguments('verify', args, {
    ...VERIFY_OPTIONS,
    class: { type: 'string', multiple: true },
  });
  const isColored = io.isTerminal === true && !io.env['NO_COLOR'];
  if (values.help) {
    io.out(helpText(VERIFY_USAGE.replace('{classes}\n', `${classList()}\n`), isColored));
    return 0;
  }
  const only = values.used ? reportUsed(io, values.demo) : undefined;
  if (only !== undefined && (!values.demo || only.length === 0)) return only.length === 0 ? 1 : 0;
  if (!values.demo)
    throw new UsageError(
      `add --demo; the probes create orders and payments, so they run only in the demo environment ${helpHint('verify')}`,
    );
  const classes = readClasses(values.class ?? ['read-only']);
  const port = readNumber('--receiver-port', values['receiver-port'] ?? '3999', 65_535);
  const timeoutMs = readNumber('--timeout', values.timeout ?? '10000', 999_999);
  requireNeeds(classes, values);
  const account = accountOf(readEnvironment(io.env, io.folder, values['env-file']));
  const receiver = values.receiver === undefined ? undefined : await startReceiver(port, values.receiver);
  const controller = new AbortController();
  const forget = io.onInterrupt(() => {
    io.err('Interrupted: canceling the open orders. Press Ctrl-C again to end immediately.\n');
    controller.abort();
  });
  const target: Target = {
    ...account,
    person: personAt(io, controller.signal),
    ...(receiver && { receiver }),
    ...(values.terminal !== undefined && { terminalId: values.terminal }),
    wait: { everyMs: 3000, atMostMs: 15 * 60_000 },
    timeoutMs,
    signal: controller.signal,
  };
  try {
    const checked = await checkAccount(target, classes, io);
    if (checked === undefined) return 1;
    let simulator: Transcript | undefined;
    let total = 0;
    let done = 0;
    target.onProbe = (record, { ms }) => {
      const differing = simulator ? differencesOf(record, simulator).length : 0;
      const count = `[${String(++done).padStart(String(total).length)}/${total}]`;
      const state = differing > 0 ? 'differs' : record.stopped === undefined ? '✓' : 'stopped';
      const details = [
        `${Math.round(ms)} ms`,
        ...(differing > 0 ? [counted(differing, 'difference')] : []),
        ...(record.stopped === undefined ? [] : [record.stopped]),
      ];
      const sign = colored(COLORS[state], state.padEnd(7), isColored);
      io.err(`${wrapped(`${count} ${sign} ${record.id} ${details.join(', ')}`, count.length + 9)}\n`);
    };
    const { report, transcript } = await verify(target, classes, {
      ...(only && { only }),
      onPlan: (plan) => {
        ({ simulator } = plan);
        total = plan.probes;
        io.err(planText(classes, plan, checked.msPerRequest));
      },
    });
    const file = storedAt(io, values.write ?? 'pay-verify', transcript, only ? '-used' : '');
    io.out(
      values.json ? `${JSON.stringify(report, null, 2)}\n` : `\n${verifyText(report, values.all, isColored)}`,
    );
    io.err(`\nMasked responses: ${file}\n`);
    const versions = `pay-simulator ${VERSION}, Node ${process.versions.node}`;
    const command = `npx pay-simulator verify ${args.join(' ')}`;
    if (report.target === 'demo') io.err(shareText(report, issueUrl(report, command, versions)));
    const isEqual = report.claims.every(({ verdict }) => !/differs$/.test(verdict));
    return isEqual && report.claims.some(({ verdict }) => verdict === 'agrees') ? 0 : 1;
  } finally {
    forget();
    await receiver?.close();
  }
}

function readClasses(names: readonly string[]): readonly ProbeClass[] {
  const unknown = names.find((name) => !Object.hasOwn(CLASSES, name));
  if (unknown !== undefined)
    throw new UsageError(`--class: expected ${CLASS_NAMES.join(', ')} (received ${unknown})`);
  return CLASS_NAMES.filter((name) => names.includes(name));
}

function readNumber(option: string, text: string, max: number): number {
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageError(`${option}: expected a number from 1 to ${max} (received ${text})`);
}

function requireNeeds(
  classes: readonly ProbeClass[],
  { receiver, terminal }: { receiver?: string | undefined; terminal?: string | undefined },
): void {
  if (classes.includes('receiver') && receiver === undefined)
    throw new UsageError(
      '--class receiver: add --receiver with a public address that forwards to this machine',
    );
  if (classes.includes('terminal') && terminal === undefined)
    throw new UsageError('--class terminal: add --terminal with the ID of a terminal of your demo account');
}

/** Lists the operations that the sources call, and the guesses about them. Returns the operations. */
function reportUsed(io: VerifyIo, isFollowed: boolean): readonly string[] {
  const { by, files, operations } = usedOperations(io.folder);
  const found = operations.map((key) => ({ key, guesses: guessesOf([key]) }));
  const guessed = found.filter(({ guesses }) => guesses.length > 0);
  const lines = [
    `operations of yours that rest on guesses: ${guessed.length} of ${operations.length} (${counted(files, 'file')}, found by ${by})`,
    ...found.map(({ key, guesses }) => `  ${counted(guesses.length, 'guess', 'guesses').padEnd(12)}${key}`),
    ...guessed.flatMap(({ key, guesses }) => [
      `${key}: no source says`,
      ...guesses.map((id) => `  ${id === key ? 'that it exists' : id.slice(key.length + 1)}`),
    ]),
  ];
  if (operations.length === 0)
    lines.splice(0, 1, `No call of an operation was found in ${counted(files, 'file')} (by ${by}).`);
  else if (!isFollowed) lines.push('Ask the service: add --demo');
  (isFollowed ? io.err : io.out)(`${lines.join('\n')}\n\n`);
  return operations;
}

/** Prints what the account lacks. Returns undefined if the run makes no sense. */
async function checkAccount(target: Target, classes: readonly ProbeClass[], io: VerifyIo) {
  io.err(`Account (${target.name === 'demo' ? 'demo environment' : 'a simulator on this machine'})\n`);
  try {
    const checked = await preflight(target, classes);
    io.err(`${checked.lines.join('\n')}\n\n`);
    if (!checked.isBlocked) return checked;
    io.err(
      'Nothing was probed: correct or remove the rejected credentials, and turn on what a class needs.\n',
    );
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: { code?: string } };
    io.err(
      `  The service cannot be reached: ${message}${cause?.code === undefined ? '' : ` (${cause.code})`}\n`,
    );
  }
  return undefined;
}

/** Says what the run does and how long it takes, before its first probe. */
function planText(
  classes: readonly ProbeClass[],
  { probes, requests }: { probes: number; requests: number },
  msPerRequest: number,
): string {
  const seconds = Math.ceil((requests * msPerRequest) / 1000);
  const time = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  const lines = classes.map((name) => {
    const { does, changesAccount, waits } = CLASSES[name];
    return `${wrapped(`  ${name} ${changesAccount ? 'changes your demo account: it ' : ''}${does}${waits && `; ${waits}`}`, 4)}\n`;
  });
  return `Run\n${lines.join('')}  ${probes} probes, at most ${requests} requests, about ${time}. Ctrl-C ends the run.\n\n`;
}

/** Stores the transcript. A folder that cannot be written does not lose the report. */
function storedAt(io: VerifyIo, folder: string, transcript: Transcript, suffix: string): string {
  try {
    return writeTranscript(resolve(io.folder, folder), transcript, suffix);
  } catch (error) {
    return `not stored: ${(error as Error).message}; choose another folder with --write`;
  }
}

function shareText({ claims }: VerifyReport, url: string): string {
  const guesses = new Set(guessesOf(Object.keys(OPERATIONS)));
  const agreeing = claims.filter(({ id, verdict }) => verdict === 'agrees' && guesses.has(id)).length;
  const text = `Share this run, also if nothing differs. It replaces guesses with observations: ${agreeing} of the agreeing claims have no source yet. Read the file, open this address, and attach the file:`;
  return `\n${wrapped(text)}\n\n${url}\n`;
}

/** Asks the person at the terminal. The probe waits for the effect. */
function personAt(io: VerifyIo, signal: AbortSignal): Person {
  const ask = (text: string): Promise<void> => {
    io.err(`\n${wrapped(`>>> ${text}`, 4)}\n\n`);
    return Promise.resolve();
  };
  return {
    pay: ({ url, how }) =>
      ask(
        `Pay this order ${how}. Test card of the demo environment: 5239 2907 0000 0101, any later expiry date, any 3 digits as CVV.\n    ${url}`,
      ),
    useTerminal: (terminalId, what) =>
      ask(`At terminal ${terminalId}, ${what}${what === 'present a card' ? '' : ' and wait'}.`),
    registerWebhook: (url, eventTypeIds) =>
      ask(
        `In the demo account, open Settings > API Access > Webhooks, and add ${url} for the events ${eventTypeIds.join(', ')}. Then press Verify.`,
      ),
    waitForRetry: async () => {
      await ask('Leave this running for an hour: the service then delivers the webhook again.');
      await setTimeout(3_600_000, undefined, { signal }).catch(() => undefined);
    },
  };
}

/** Lists the classes with what they do and need, for the help. */
function classList(): string {
  return CLASS_NAMES.map((name) => {
    const { does, needs } = CLASSES[name];
    return `  ${name}  ${does}${needs && `; needs ${needs}`}\n`;
  }).join('');
}
