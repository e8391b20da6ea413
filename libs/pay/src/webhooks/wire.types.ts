/** A whole number. Above 2^53 − 1 it is a string with the exact digits. */
export type ExactInteger = number | string;

/**
 * Members as the service sends them: nearly every member can be null or missing, and the service adds members without notice.
 * The validators check the required members, not the types.
 */
export type Wire<Members> = { [Name in keyof Members]?: Members[Name] | null } & {
  [member: string]: unknown;
};
