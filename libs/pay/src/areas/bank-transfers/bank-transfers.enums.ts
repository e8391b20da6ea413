/**
 * Distribution of the banks' charges. Other values may appear.
 *
 * @see https://developer.viva.com/apis-for-payments/bank-transfer-api
 */
export const InstructionType = {
  /** SHA: the sender pays its own bank's charge only. */
  Shared: 1,
  /** OUR: the sender pays all charges. */
  Ours: 2,
} as const;
export type InstructionType = (typeof InstructionType)[keyof typeof InstructionType] | (number & {});
