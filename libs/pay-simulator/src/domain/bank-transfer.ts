import type { BankAccount } from './bank-account.js';
import type { ServiceWallet } from './movement.js';

/** Who pays the banks' charges. @see contract/bank-transfers.json enums.InstructionType */
export const InstructionType = { Shared: 1, Ours: 2 } as const;
export type InstructionType = (typeof InstructionType)[keyof typeof InstructionType];

/** How a transfer is sent. */
export interface TransferInstruction {
  readonly instructionType: InstructionType;
  readonly isInstant: boolean;
}

/** What is possible for an amount to an account. */
export interface TransferOptions {
  readonly supportsInstant: boolean;
  readonly instructionTypes: readonly InstructionType[];
}

/** Options and fee that were fixed for a planned transfer. */
export interface FeeCommand extends TransferInstruction {
  readonly id: string;
  readonly bankAccountId: string;
  readonly walletId: string;
  /** Minor units. */
  readonly amount: number;
  /** Minor units. */
  readonly fee: number;
}

/** A transfer to a bank outside the service. */
export interface BankTransfer extends TransferInstruction {
  readonly commandId: string;
  readonly bankCommandId: string;
  readonly wallet: ServiceWallet;
  readonly account: BankAccount;
  /** Minor units. */
  readonly amount: number;
  /** Minor units. */
  readonly fee: number;
  readonly description: string;
  readonly createdAt: number;
  /** The movement on the wallet; null until the transfer ran. */
  readonly walletTransactionId: string | null;
}

/** The euro, in which instant transfers exist, and their ceiling in minor units (inferred). */
const INSTANT_CURRENCY = '978';
const INSTANT_CEILING = 10_000_000;

/** Fees in minor units (inferred: the documented samples show 0.80 and 0). */
const INSTANT_FEE = 80;
const OURS_FEE = 500;

export function transferOptions({ currencyCode }: BankAccount, amount: number): TransferOptions {
  return {
    supportsInstant: currencyCode === INSTANT_CURRENCY && amount <= INSTANT_CEILING,
    instructionTypes: [InstructionType.Shared, InstructionType.Ours],
  };
}

/** The sender's part of the fee, minor units. */
export function transferFee({ instructionType, isInstant }: TransferInstruction): number {
  return (isInstant ? INSTANT_FEE : 0) + (instructionType === InstructionType.Ours ? OURS_FEE : 0);
}
