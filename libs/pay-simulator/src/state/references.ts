import { ServiceId } from '../domain/disbursements.js';
import { isObject, isText } from '../domain/json-kinds.js';
import type { StoredRecords } from './stored-value.js';

/** A member that names a record of another table. An empty member stands for the key of the record. */
type Reference = readonly [
  table: string,
  member: string,
  target: string,
  /** Whether a record needs the other one. @default true */
  isNeeded?: (record: Members) => boolean,
];

type Members = Readonly<Record<string, unknown>>;

/** References that a later request or planned work follows. Without the other record, it would fail. */
const REFERENCES: readonly Reference[] = [
  ['transactions', 'orderCode', 'orders'],
  // The service can remove other payments, but not one with a fast refund that can still be canceled.
  [
    'transactions',
    'parentId',
    'transactions',
    ({ serviceId, status }) => serviceId === ServiceId.FastRefund && status === 'F',
  ],
  ['orders', 'transfer.accountId', 'sellerWallets'],
  ['transfers', 'accountId', 'sellerWallets'],
  ['sellerWallets', 'id', 'openedWallets'],
  ['terminalSessions', 'parentSessionId', 'terminalSessions'],
  ['plannedTerminalSteps', 'argument.sessionId', 'terminalSessions'],
  ['deliveries', '', 'deliveryProgress'],
  ['deliveryProgress', '', 'deliveries'],
  ['plannedDeliveries', 'argument', 'deliveries'],
];

/** @throws RangeError if a record names a record that is missing. The message names the record, the member and the table. */
export function checkReferences(stored: StoredRecords, advice: string): void {
  for (const [name, records] of stored) {
    // The name of a merchant's table starts with the merchant's ID.
    const scope = name.slice(0, name.lastIndexOf('/') + 1);
    for (const [table, member, target, isNeeded = () => true] of REFERENCES) {
      if (scope + table !== name) continue;
      const others = stored.get(scope + target) ?? new Map<string, unknown>();
      for (const [key, record] of records) {
        const id = member === '' ? key : memberAt(record, member);
        if (!isText(id) || isKnown(id, others) || !isNeeded(record as Members)) continue;
        const path = ['tables', name, key, ...(member === '' ? [] : [member])].join('.');
        throw new RangeError(`${path}: expected the key of a record in tables.${scope}${target}; ${advice}`);
      }
    }
  }
}

/** The keys of accounts are in lower case. */
function isKnown(id: string, records: ReadonlyMap<string, unknown>): boolean {
  return records.has(id) || records.has(id.toLowerCase());
}

function memberAt(record: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (isObject(value) ? value[name] : undefined), record);
}
