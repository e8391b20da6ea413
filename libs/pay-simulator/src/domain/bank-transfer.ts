import type { BankAccount } from './bank-account.js';
import type { ServiceWallet } from './movement.js';

/** Party that pays the banks' charges. @see contract/behaviour/bank-transfers.yaml enums.InstructionType */
export const InstructionType = { Shared: 1, Ours: 2 } as const;
export type InstructionType = (typeof InstructionType)[keyof typeof InstructionType];

/** Options of a transfer. */
export interface TransferInstruction {
  readonly instructionType: InstructionType;
  readonly isInstant: boolean;
}

/** An amount with its fee, in minor units. */
interface PricedTransfer extends TransferInstruction {
  readonly amount: number;
  readonly fee: number;
}

/** A fee command: the fixed options and fee of a planned transfer. */
export interface FeeCommand extends PricedTransfer {
  readonly id: string;
  readonly bankAccountId: string;
  readonly walletId: string;
}

/** A transfer to a bank outside the service. */
export interface BankTransfer extends PricedTransfer {
  readonly commandId: string;
  readonly bankCommandId: string;
  readonly wallet: ServiceWallet;
  readonly account: BankAccount;
  readonly description: string;
  readonly createdAt: number;
  /** Movement on the wallet. Null until the transfer is executed. */
  readonly walletTransactionId: string | null;
}

/** Currency and maximum amount of instant transfers, in minor units (inferred). */
const INSTANT_CURRENCY = '978';
const INSTANT_CEILING = 10_000_000;

/** Fees in minor units (inferred; the documented samples show 0.80 and 0). */
const INSTANT_FEE = 80;
const OURS_FEE = 500;

/** Returns the options that are available for an amount in minor units. */
export function transferOptions({ currencyCode }: BankAccount, amount: number) {
  return {
    supportsInstant: currencyCode === INSTANT_CURRENCY && amount <= INSTANT_CEILING,
    instructionTypes: [InstructionType.Shared, InstructionType.Ours],
  };
}

/** Returns the part of the fee that the sender pays, in minor units. */
export function transferFee({ instructionType, isInstant }: TransferInstruction): number {
  return (isInstant ? INSTANT_FEE : 0) + (instructionType === InstructionType.Ours ? OURS_FEE : 0);
}
