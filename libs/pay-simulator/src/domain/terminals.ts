import type { TerminalRequestKind } from './terminal-session.js';

/** `statusId` of a terminal that takes requests. @see contract/pos.json enums.DeviceStatusId */
export const LIVE_STATUS = 1;

/** A card terminal of the merchant. */
export interface Terminal {
  readonly terminalId: string;
  /** 0 to 7; only a live one (1) is reached. */
  readonly statusId: number;
  readonly sourceCode: string;
  readonly virtualTerminalId: string;
  /** Switched off, or its app in the background: requests to it end as not connected. */
  readonly offline: boolean;
  /** What it is not enabled for. */
  readonly lacks: readonly TerminalRequestKind[];
}

const SEEDED: readonly Terminal[] = [
  ['16000010', LIVE_STATUS, '3395'],
  ['16000011', LIVE_STATUS, '3395'],
  ['16000012', LIVE_STATUS, '4410'],
  ['16000013', 6, '4410'],
].map(([terminalId, statusId, sourceCode], index) => ({
  terminalId: String(terminalId),
  statusId: Number(statusId),
  sourceCode: String(sourceCode),
  virtualTerminalId: `vt${index + 1}`,
  offline: false,
  lacks: [],
}));

/** The merchant's card terminals: three live ones and a broken one at the start. */
export class Terminals {
  /** What becomes of a request to a terminal that is unknown or off: not documented, so it can be chosen. `silent` never ends. */
  unreachable: 'not-connected' | 'silent' = 'not-connected';
  private readonly byId = new Map<string, Terminal>();

  constructor() {
    this.reset();
  }

  list(): readonly Terminal[] {
    return [...this.byId.values()];
  }

  find(terminalId: string): Terminal | undefined {
    return this.byId.get(terminalId);
  }

  /** Adds a terminal, or changes the named members of one that exists. @throws RangeError naming the member that is wrong. */
  save(terminal: Partial<Terminal> & Pick<Terminal, 'terminalId'>): Terminal {
    const { terminalId } = terminal;
    if (!/^\d{8}$/.test(terminalId)) throw new RangeError('terminalId: expected eight digits');
    const known = this.byId.get(terminalId) ?? {
      ...this.first(),
      terminalId,
      virtualTerminalId: `vt${this.byId.size + 1}`,
    };
    const saved = { ...known, ...terminal };
    if (!Number.isInteger(saved.statusId) || saved.statusId < 0 || saved.statusId > 7)
      throw new RangeError('statusId: expected a number from 0 to 7');
    this.byId.set(terminalId, saved);
    return saved;
  }

  reset(): void {
    this.unreachable = 'not-connected';
    this.byId.clear();
    for (const terminal of SEEDED) this.byId.set(terminal.terminalId, terminal);
  }

  private first(): Terminal {
    const [first] = SEEDED;
    if (!first) throw new Error('there is a seeded terminal');
    return first;
  }
}
