import { Refusal } from '../../domain/refusal.js';
import { BadRequest, type Fields } from '../../http/fields.js';
import type { JsonValue } from '../../domain/wire-json.js';
import type { OperationReply } from '../../http/operation.js';

/** Event IDs in response headers. They differ from the event IDs of sessions. @see contract/pos.json enums.HeaderEventId */
export const HeaderEvent = {
  SessionCreated: 1100,
  SessionReturned: 1102,
  AbortAccepted: 1104,
  DevicesReturned: 1106,
  Invalid: 1200,
} as const;

/** Creates the response to a terminal call. A rejection has a `detail`, and its event ID is in the header. @see contract/pos.json traps, error bodies */
export function posReply(carryOut: () => OperationReply): OperationReply {
  try {
    return carryOut();
  } catch (error) {
    if (error instanceof BadRequest)
      return {
        status: 400,
        json: { detail: error.message },
        eventId: HeaderEvent.Invalid,
        refused: error.message,
      };
    if (error instanceof Refusal)
      return { status: error.code, json: { detail: error.text }, eventId: error.eventId };
    throw error;
  }
}

/** Validates the JSON types of a body. Returns the response with HTTP 422, or undefined if all types are valid. */
export function rejectWrongTypes(
  body: Fields,
  types: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object'>>,
): OperationReply | undefined {
  const wrong = Object.entries(types).filter(([name, type]) => {
    const value = body.value(name);
    // The live service accepts a number for an ID or a currency.
    return value !== undefined && typeof value !== type && !(type === 'string' && typeof value === 'number');
  });
  const detail: JsonValue[] = wrong.map(([name, type]) => ({
    loc: ['body', name],
    msg: `value is not a valid ${type}`,
    type: `type_error.${type}`,
  }));
  const refused = wrong.map(([name, type]) => `${name}: expected a ${type}`).join('; ');
  return detail.length > 0 ? { status: 422, json: { detail }, refused } : undefined;
}
