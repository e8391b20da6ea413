import { isObject } from '../domain/json-kinds.js';
import type { Operation, OperationReply } from './operation.js';

/** Returns whether an operation belongs to the card terminal API, which has its own error format. @see contract/pos.json traps, error bodies */
export function isTerminalApi({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/ecr/');
}

/** Response for a missing, expired or insufficient token. @see contract/pos.json traps, credentials */
export const NOT_VALIDATED: OperationReply = {
  status: 401,
  json: { detail: 'Could not validate credentials' },
};

const NO_OBJECT = invalidBody('value is not a valid dict', 'type_error.dict');
const NO_JSON = invalidBody('expected valid JSON', 'value_error.jsondecode');

/** Returns the error for a body that is not a JSON object, or undefined. @see contract/pos.json pos.devices.searchDevices */
export function checkBody(text: string, kind: 'json' | 'form' | 'other'): OperationReply | undefined {
  if (kind !== 'json' || text.trim() === '') return NO_OBJECT;
  try {
    return isObject(JSON.parse(text)) ? undefined : NO_OBJECT;
  } catch {
    return NO_JSON;
  }
}

function invalidBody(msg: string, type: string): OperationReply {
  return { status: 422, json: { detail: [{ loc: ['body'], msg, type }] }, refused: `body: ${msg}` };
}
