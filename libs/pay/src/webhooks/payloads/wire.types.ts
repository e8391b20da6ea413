/** A whole number that may pass 2^53 − 1: then it comes as its exact digits in a string. */
export type ExactInteger = number | string;

/**
 * Members as they come over the wire: nearly every one can be null or missing, and new ones appear without notice.
 * What an event must have to be of use is checked by the validators, not by the types.
 */
export type Wire<Members> = { [Name in keyof Members]?: Members[Name] | null } & {
  [member: string]: unknown;
};
