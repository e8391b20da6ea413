import type { TerminalRequestKind } from './terminal-session.js';
import { AADE_TEST_KEY } from './signed-sale.js';
import { Configured } from './configured.js';
import { Table } from './table.js';

/** `statusId` of a live terminal. @see contract/behaviour/pos.yaml enums.DeviceStatusId */
export const LIVE_STATUS = 1;

/** Longest name of a terminal, in characters. */
export const MAX_NAME = 60;

/** A terminal before it is configured. */
const NEW_TERMINAL = {
  /** Name for people, at most 60 characters, such as the till it belongs to. The service does not know it. Empty: `Counter 1` and so on. */
  name: '',
  /** Status from 0 to 7. Only a live terminal (1) receives requests. */
  statusId: LIVE_STATUS as number,
  /** Payment source of the terminal. */
  sourceCode: '3395',
  /** Whether the terminal is disconnected. Requests to it end as not connected. */
  offline: false,
  /** Virtual time of the disconnection, or null. While AADE is on, the terminal then sells by itself for 48 hours. */
  offlineSince: null as number | null,
  /** Kinds of request that are not enabled. */
  lacks: [] as readonly TerminalRequestKind[],
};

/** A card terminal of the merchant. */
export interface Terminal extends Readonly<typeof NEW_TERMINAL> {
  readonly terminalId: string;
  readonly virtualTerminalId: string;
}

const DEFAULTS = {
  /** `pays`: the customer presents a test card after a delay. `waits`: only methods of `CardTerminals` present cards. */
  customer: 'pays' as 'pays' | 'waits',
  /** Delay until a paying customer presents a card, in virtual milliseconds. */
  customerDelayMs: 3_000,
  /** Result of a request to an unknown or disconnected terminal. With `silent`, the request never ends. */
  unreachable: 'not-connected' as 'not-connected' | 'silent',
  /** Time during which a new session gets 404, in virtual milliseconds. */
  saveDelayMs: 0,
  /** Time until a request is on the terminal's screen, in virtual milliseconds. */
  reachDelayMs: 1_000,
  /** Time during which a terminal takes the signature of a provider, in virtual milliseconds. */
  signatureLifetimeMs: 7_200_000,
  /**
   * What goes wrong with fiscal sales while AADE is on. `not-fiscalised`: the card pays, and the payment has no unique ID.
   * `unexpected-error`: the sale ends with event 1080.
   */
  fiscalFault: 'none' as 'none' | 'not-fiscalised' | 'unexpected-error',
  /** Public keys of the providers that sign sales, by their number: Base64 of SPKI. */
  fiscalProviders: { [AADE_TEST_KEY.providerId]: AADE_TEST_KEY.publicKey } as Readonly<
    Record<string, string>
  >,
};

/** Settings for the behavior of customers and terminals. */
export type TerminalBehavior = Readonly<typeof DEFAULTS>;

/** Returns whether a terminal receives requests: it must be live and connected. */
export function isReachable(terminal: Terminal | undefined): terminal is Terminal {
  return terminal?.statusId === LIVE_STATUS && !terminal.offline;
}

const SEEDED: readonly Terminal[] = [
  { terminalId: '16000010' },
  { terminalId: '16000011' },
  { terminalId: '16000012', sourceCode: '4410' },
  { terminalId: '16000013', sourceCode: '4410', statusId: 6 },
].map((terminal, index) => ({ ...NEW_TERMINAL, ...terminal, virtualTerminalId: `vt${index + 1}` }));

/** Card terminals of the merchant. Initially three are live and one is broken. */
export class Terminals {
  readonly behavior = new Configured<TerminalBehavior>('terminalBehavior', DEFAULTS);
  private readonly byId = new Table<Terminal>('terminals');

  constructor() {
    this.reset();
  }

  list(): readonly Terminal[] {
    return [...this.byId.values()];
  }

  find(terminalId: string): Terminal | undefined {
    return this.byId.get(terminalId);
  }

  /** Adds a terminal, or changes the given members of an existing one. @throws RangeError if a member is invalid. The message names the member. */
  save(terminal: Partial<Terminal> & Pick<Terminal, 'terminalId'>): Terminal {
    const { terminalId } = terminal;
    if (!/^\d{8}$/.test(terminalId)) throw new RangeError('terminalId: expected eight digits');
    const known = this.byId.get(terminalId) ?? {
      ...NEW_TERMINAL,
      terminalId,
      virtualTerminalId: `vt${this.byId.size + 1}`,
    };
    const saved = { ...known, ...terminal };
    if (typeof saved.name !== 'string' || saved.name.length > MAX_NAME)
      throw new RangeError(`name: expected text of at most ${MAX_NAME} characters`);
    if (!Number.isInteger(saved.statusId) || saved.statusId < 0 || saved.statusId > 7)
      throw new RangeError('statusId: expected a number from 0 to 7');
    return this.byId.put(terminalId, saved);
  }

  reset(): void {
    for (const terminal of SEEDED) this.byId.set(terminal.terminalId, terminal);
  }
}
