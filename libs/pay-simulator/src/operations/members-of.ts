import { pickMembers, type Members } from '../domain/wire-json.js';
import { RESPONSE_MEMBERS } from './response-members.generated.js';

/**
 * Returns the members of a response, or of a part of it, with the values of the same names. Members without a value are null.
 *
 * @param place - Key of the operation, or `key/part`: `key/data[]` is an item of `data`.
 */
export const membersOf = (place: keyof typeof RESPONSE_MEMBERS, values: object): Members =>
  pickMembers(RESPONSE_MEMBERS[place], values);
