import type { MerchantCore } from './merchant-core.js';
import type { BankAccount } from './bank-account.js';
import type { BankAccounts } from './bank-accounts.js';
import {
  InstructionType,
  transferFee,
  transferOptions,
  type BankTransfer,
  type FeeCommand,
  type TransferInstruction,
} from './bank-transfer.js';
import type { MovementReason } from './ledger.js';
import type { ServiceWallet } from './movement.js';
import { refusal } from './refusal.js';
import type { Wallets } from './wallets.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

/** Details of a transfer. The amount is in minor units. */
type BankTransferDetails = Pick<FeeCommand, 'amount' | 'walletId'> & Pick<BankTransfer, 'description'>;

/** A pending transfer to a bank, or the executed movement if the IBAN belongs to a wallet of the service. */
type SentTransfer =
  | { readonly kind: 'bank'; readonly transfer: BankTransfer }
  | { readonly kind: 'wallet'; readonly walletTransactionId: string };

/** Options of a transfer without a fee command. */
const SHARED: TransferInstruction = { instructionType: InstructionType.Shared, isInstant: false };
/** An instant transfer takes seconds. Other transfers are executed in the morning of the next business day. */
const INSTANT_MS = 10_000;
const MORNING_MS = 8 * 3_600_000;

/** Details of a transfer between wallets of the service. The amount is in minor units. */
type WalletTransferDetails = Pick<BankTransfer, 'amount'> &
  Pick<MovementReason, 'description' | 'saleTransactionId'>;

/**
 * Sends money from wallets to linked bank accounts and to other wallets of the service. An amount for a bank is reserved first, and
 * leaves the wallet when the transfer is executed.
 */
export class BankTransfers {
  private readonly commands = new Table<FeeCommand>('feeCommands');
  private readonly transfers = new Table<BankTransfer>('bankTransfers');
  private readonly planned = new PlannedWork<string>('plannedBankTransfers', this.core.clock, (commandId) =>
    this.execute(commandId),
  );

  constructor(private readonly core: MerchantCore & { bankAccounts: BankAccounts }) {}

  /** Returns the options for a transfer. @throws Refusal 404 for an unknown account, 400 if its IBAN belongs to the service. */
  options(bankAccountId: string, amount: number): ReturnType<typeof transferOptions> {
    return transferOptions(this.getExternalAccount(bankAccountId), amount);
  }

  /** Fixes options and fee without moving money. @throws Refusal 404 for an unknown account, 400 for unavailable options. */
  createFeeCommand(
    bankAccountId: string,
    details: Omit<BankTransferDetails, 'description'> & TransferInstruction,
  ): FeeCommand {
    const account = this.getExternalAccount(bankAccountId);
    this.getSourceWallet(details.walletId, account);
    const { supportsInstant } = transferOptions(account, details.amount);
    if (details.isInstant && !supportsInstant) throw refusal(400, 'An instant transfer is not possible');
    const command = {
      ...details,
      id: this.core.ids.uuid(),
      bankAccountId: account.id,
      fee: transferFee(details),
    };
    return this.commands.put(command.id, command);
  }

  /** Sends money with the options of a fee command, or by default shared and not instant. @throws Refusal 403, 404 or 400. */
  send(bankAccountId: string, details: BankTransferDetails, bankCommandId?: string): SentTransfer {
    this.core.permissions.requireTransfers();
    const account = this.core.bankAccounts.get(bankAccountId);
    if (bankCommandId === undefined) return this.start(account, details, SHARED, this.core.ids.uuid());
    const command = this.commands.get(bankCommandId.toLowerCase());
    if (!command || command.bankAccountId !== account.id)
      throw refusal(400, 'bankCommandId: expected the ID of a fee command for this account');
    if (command.amount !== details.amount || command.walletId !== details.walletId)
      throw refusal(400, 'bankCommandId: expected the amount and the wallet of the fee command');
    return this.start(account, details, command, command.id);
  }

  /** Sends money through the older endpoint. An unavailable instant transfer becomes a normal one. @throws Refusal 403 or 400. */
  sendLegacy(
    bankAccountId: string,
    details: BankTransferDetails,
    instruction: TransferInstruction,
  ): SentTransfer {
    this.core.permissions.requireTransfers();
    const account = this.core.bankAccounts.find(bankAccountId);
    if (!account) throw refusal(400, 'bankAccountId: expected the ID of a linked account');
    const { supportsInstant } = transferOptions(account, details.amount);
    const isInstant = instruction.isInstant && supportsInstant;
    return this.start(account, details, { ...instruction, isInstant }, this.core.ids.uuid());
  }

  /**
   * Sends money to any wallet of the service.
   *
   * @throws Refusal 403 if transfers are off, 404 for an unknown wallet, 400 for another currency or a low balance.
   */
  sendToWallet(
    walletId: string,
    targetWalletId: string,
    { amount, ...details }: WalletTransferDetails,
  ): ReturnType<Wallets['move']> {
    this.core.permissions.requireTransfers();
    const source = this.core.wallets.findOwn(walletId);
    const target = this.core.wallets.find(targetWalletId);
    if (!source || !target) throw refusal(404, `Wallet ${source ? targetWalletId : walletId} was not found`);
    if (source.id === target.id) throw refusal(400, 'Source and target are the same wallet');
    return this.core.wallets.move(source, target, amount, details);
  }

  /** Lists the transfers that the banks have not executed yet. */
  coming(): readonly { readonly at: number; readonly transfer: BankTransfer }[] {
    return this.planned.list().flatMap(({ at, argument }) => {
      const transfer = this.transfers.get(argument);
      return transfer ? [{ at, transfer }] : [];
    });
  }

  private start(
    account: BankAccount,
    { amount, walletId, description }: BankTransferDetails,
    { instructionType, isInstant }: TransferInstruction,
    bankCommandId: string,
  ): SentTransfer {
    if (account.isArchived) throw refusal(400, 'The bank account is archived');
    const wallet = this.getSourceWallet(walletId, account);
    const target = this.core.wallets.findByIban(account.iban);
    if (target) {
      if (target.id === wallet.id) throw refusal(400, 'Source and target are the same wallet');
      const details = { description, bankAccountId: account.id };
      const { debit } = this.core.wallets.move(wallet, target, amount, details);
      return { kind: 'wallet', walletTransactionId: debit.id };
    }
    const fee = transferFee({ instructionType, isInstant });
    const commandId = this.core.ids.uuid();
    this.core.wallets.hold(wallet, amount + fee, `held for transfer ${commandId}`);
    const createdAt = this.core.clock.now();
    const transfer: BankTransfer = {
      ...{ commandId, bankCommandId, wallet, account, amount, fee },
      ...{ instructionType, isInstant, description, createdAt },
      walletTransactionId: null,
    };
    this.transfers.set(commandId, transfer);
    this.core.publish({ type: 'bank-transfer-created', transfer });
    const due = isInstant ? createdAt + INSTANT_MS : this.core.days.nextMidnight(createdAt) + MORNING_MS;
    this.planned.plan(commandId, due, commandId);
    return { kind: 'bank', transfer };
  }

  private execute(commandId: string): void {
    const transfer = this.transfers.get(commandId);
    if (!transfer) return;
    const { wallet, account, amount, fee, description } = transfer;
    const paid = this.core.wallets.payOut(wallet, amount, fee, {
      description,
      iban: account.iban,
      bankAccountId: account.id,
    });
    const executed = { ...transfer, walletTransactionId: paid.id };
    this.transfers.set(commandId, executed);
    this.core.publish({ type: 'bank-transfer-executed', transfer: executed });
  }

  private getExternalAccount(bankAccountId: string): BankAccount {
    const account = this.core.bankAccounts.get(bankAccountId);
    if (account.isInternal)
      throw refusal(400, 'The IBAN belongs to the service: transfer options are not available');
    return account;
  }

  private getSourceWallet(walletId: string, account: BankAccount): ServiceWallet {
    const wallet = this.core.wallets.findOwn(walletId);
    if (!wallet) throw refusal(400, 'walletId: expected a wallet of the merchant');
    if (wallet.currencyCode !== account.currencyCode)
      throw refusal(400, 'The currencies of the wallet and the bank account differ');
    return wallet;
  }
}
