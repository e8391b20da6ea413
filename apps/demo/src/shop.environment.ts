import type { ShopDatabase } from './database/shop-database.js';
import type { EnteredCustomer } from './form-fields.js';

/** Where the shop runs. Also the injection token. */
export abstract class ShopEnvironment {
  /** Returns the time in milliseconds. With the simulator it is the simulator's time, so that moving its clock expires orders. */
  abstract now(): number;
  /** Returns a random UUID, for the address of an order and the key of a form. */
  abstract newId(): string;
  /** Opens the shop's database. */
  abstract openDatabase(): Promise<ShopDatabase>;
  /** Shorter times of idempotency keys, for tests; otherwise empty. */
  abstract readonly testTimes: object;
  /** How often a call is repeated after a temporary failure. */
  abstract readonly maxRetries: number;
  /** Lets 31 days pass at the simulator; null with a real account. @param isDeclined - Whether the next charge of a saved card is declined. */
  abstract readonly passMonth: ((isDeclined: boolean) => Promise<void>) | null;
  /** Whether the simulator's terminals sell only with fiscal data, as in Greece; null with a real account. */
  abstract readonly aade: { isOn(): boolean; set(isOn: boolean): void } | null;
  /** Address of the simulator's console; null if payments go to an account of the service. */
  abstract readonly consoleUrl: string | null;
  /** Name and e-mail address that forms begin with; empty for real customers. */
  abstract readonly visitor: EnteredCustomer;
  /** Returns the address of a simulated card terminal; null if terminals are real. */
  abstract terminalUrl(terminalId: string): string | null;
  /** Returns the name of a simulated card terminal with its number. The service returns no names, so a real terminal has only its number. */
  abstract readonly terminalName: (terminalId: string) => string;
}
