import type { PgliteDatabase } from './database/pglite-database.js';

/** What the shop has to know about where it runs; also the injection token. */
export abstract class ShopEnvironment {
  /** The time, milliseconds. With the simulator it is the simulator's, so that moving its clock lets orders expire. */
  abstract now(): number;
  /** A random UUID: an order's address, and the key of a form. */
  abstract newId(): string;
  /** Address of the simulator's console; null when payments go to an account of the service. */
  abstract readonly consoleUrl: string | null;
  /** Opens the shop's database. */
  abstract openDatabase(): Promise<PgliteDatabase>;
  /** Address of a simulated card terminal; null where terminals are real. */
  abstract terminalUrl(terminalId: string): string | null;
}
