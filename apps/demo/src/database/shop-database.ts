import type { RecordKeys, Records } from './records.js';

/** Where everything is kept that must outlive the process; also the injection token. */
export abstract class ShopDatabase {
  /** The records of one kind. */
  abstract records<One>(kind: string, keys: RecordKeys<One>): Records<One>;
}
