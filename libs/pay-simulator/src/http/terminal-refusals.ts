import type { Operation, OperationReply } from '../operations/operation.js';

/** Whether an operation belongs to the card terminal API, which refuses in a form of its own. @see contract/pos.json traps, error bodies */
export function isTerminalApi({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/ecr/');
}

/** No token, an expired one and one without the scope are refused alike. @see contract/pos.json traps, credentials */
export const NOT_VALIDATED: OperationReply = {
  status: 401,
  json: { detail: 'Could not validate credentials' },
};

const NO_OBJECT = wrong('value is not a valid dict', 'type_error.dict');
const NO_JSON = wrong('expected valid JSON', 'value_error.jsondecode');

/** What is wrong with a body as a whole; undefined for a JSON object. @see contract/pos.json pos.devices.searchDevices */
export function wrongBody(text: string, kind: 'json' | 'form' | 'other'): OperationReply | undefined {
  if (kind !== 'json' || text.trim() === '') return NO_OBJECT;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : NO_OBJECT;
  } catch {
    return NO_JSON;
  }
}

function wrong(msg: string, type: string): OperationReply {
  return { status: 422, json: { detail: [{ loc: ['body'], msg, type }] } };
}
