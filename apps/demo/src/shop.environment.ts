import { randomUUID } from 'node:crypto';
import type { PaySimulator } from 'pay-simulator';
import type { ShopDatabase } from './database/shop-database.js';
import type { EnteredCustomer } from './form-fields.js';

/** Where the shop runs: with the simulator, or with an account of the service. */
export class ShopEnvironment {
  /** Whether the simulator's terminals sell only with fiscal data, as in Greece; null with a real account. */
  readonly aade: { isOn(): boolean; set(isOn: boolean): void } | null;
  /** Lets 31 days pass at the simulator; null with a real account. @param isDeclined - Whether the next charge of a saved card is declined. */
  readonly passMonth: ((isDeclined: boolean) => Promise<void>) | null;
  /** Address of the simulator's console; null if payments go to an account of the service. */
  readonly consoleUrl: string | null;
  /** Name and email address that forms begin with; empty for real customers. */
  readonly visitor: EnteredCustomer;

  constructor(
    private readonly simulator: PaySimulator | null,
    /** Opens the shop's database. */
    readonly openDatabase: () => Promise<ShopDatabase>,
    /** Shorter times of idempotency keys, for tests; otherwise empty. */
    readonly testTimes: object = {},
    /** How often a call is repeated after a temporary failure. */
    readonly maxRetries = 2,
  ) {
    this.aade = simulator && {
      isOn: () => simulator.permissions.set({}).useAade,
      set: (useAade) => void simulator.permissions.set({ useAade }),
    };
    this.passMonth = simulator && ((isDeclined) => passMonth(simulator, isDeclined));
    this.consoleUrl = simulator && `${simulator.url}/console`;
    this.visitor = simulator ? { name: 'Ada Lovelace', email: 'ada@example.com' } : { name: '', email: '' };
  }

  /** Returns the time in milliseconds. With the simulator it is the simulator's time, so that moving its clock expires orders. */
  now(): number {
    return this.simulator?.clock.now() ?? Date.now();
  }

  /** Returns a random UUID, for the address of an order and the key of a form. */
  newId(): string {
    return randomUUID();
  }

  /** Returns the address of a simulated card terminal; null if terminals are real. */
  terminalUrl(terminalId: string): string | null {
    return this.simulator && `${this.simulator.url}/terminal/${terminalId}`;
  }

  /** Returns the name of a simulated card terminal with its number. The service returns no names, so a real terminal has only its number. */
  readonly terminalName = (terminalId: string): string => {
    const known = this.simulator?.terminals.list().find((terminal) => terminal.terminalId === terminalId);
    return known?.name ? `${known.name} (${terminalId})` : terminalId;
  };
}

/** A decline is that of a lost card. */
async function passMonth({ clock, faults }: PaySimulator, isDeclined: boolean): Promise<void> {
  const decline = { kind: 'success-false', errorCode: 502, errorText: 'Lost card', eventId: 10_041 } as const;
  if (isDeclined) faults.add({ operation: 'transactions.createTransaction', ...decline });
  await clock.advance(31 * 86_400_000);
}
