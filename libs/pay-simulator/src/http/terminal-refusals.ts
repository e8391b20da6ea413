import { isObject } from '../domain/json-kinds.js';
import type { Refusal } from '../domain/refusal.js';
import { BadRequest } from './fields.js';
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

/** Event ID of an invalid request. @see contract/pos.json enums.HeaderEventId */
const INVALID = 1200;

/** Creates the response to a rejected call. It has a `detail`, and its event ID is in the header. @see contract/pos.json traps, error bodies */
export function terminalError(error: BadRequest | Refusal): OperationReply {
  const { message: detail } = error;
  return error instanceof BadRequest
    ? { status: 400, json: { detail }, eventId: INVALID, refused: detail }
    : { status: error.code, json: { detail }, eventId: error.eventId };
}

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
