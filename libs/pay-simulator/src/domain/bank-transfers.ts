import { nextAthensMidnight } from './athens-time.js';
import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { BankAccount } from './bank-account.js';
import type { BankAccounts } from './bank-accounts.js';
import {
  InstructionType,
  transferFee,
  transferOptions,
  type BankTransfer,
  type FeeCommand,
  type TransferInstruction,
  type TransferOptions,
} from './bank-transfer.js';
import type { PublishEvent } from './events.js';
import { MovementSubType, type ServiceWallet } from './movement.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import { requireTransfersAllowed } from './wallet-transfers.js';
import type { Wallets } from './wallets.js';

/** What a caller says of a transfer; amount in minor units. */
export interface TransferTerms {
  readonly amount: number;
  readonly walletId: string;
  readonly description: string;
}

/** A transfer to a bank, or, where the IBAN is a wallet, the movement that was made at once. */
export type SentTransfer =
  | { readonly kind: 'bank'; readonly transfer: BankTransfer }
  | { readonly kind: 'wallet'; readonly walletTransactionId: string };

/** An instant transfer takes seconds; the others run in the morning of the next day. */
const INSTANT_MS = 10_000;
const MORNING_MS = 8 * 3_600_000;

const refuse = (text: string): Refusal => new Refusal(400, text, 0, 400);

/** Sends money from wallets to linked bank accounts: held at once, gone when the transfer runs. */
export class BankTransfers {
  private readonly commands = new Map<string, FeeCommand>();
  private readonly transfers = new Map<string, BankTransfer>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly accounts: BankAccounts,
    private readonly wallets: Wallets,
    private readonly permissions: Permissions,
    private readonly publish: PublishEvent,
  ) {}

  /** @throws Refusal 404 for an unknown account, 400 where its IBAN is inside the service. */
  options(bankAccountId: string, amount: number): TransferOptions {
    return transferOptions(this.outside(bankAccountId), amount);
  }

  /** Fixes options and fee; moves no money. @throws Refusal 404 for an unknown account, 400 for what is not possible. */
  planFee(
    bankAccountId: string,
    {
      amount,
      walletId,
      instructionType,
      isInstant,
    }: Omit<TransferTerms, 'description'> & TransferInstruction,
  ): FeeCommand {
    const account = this.outside(bankAccountId);
    this.payingWallet(walletId, account);
    const possible = transferOptions(account, amount);
    if (isInstant && !possible.supportsInstant) throw refuse('An instant transfer is not possible');
    const fee = transferFee({ instructionType, isInstant });
    const command = {
      id: this.ids.uuid(),
      bankAccountId: account.id,
      walletId,
      amount,
      instructionType,
      isInstant,
      fee,
    };
    this.commands.set(command.id, command);
    return command;
  }

  /** Sends with the options of a fee command, else shared and not instant. @throws Refusal 403, 404 or 400. */
  send(bankAccountId: string, terms: TransferTerms, bankCommandId?: string): SentTransfer {
    requireTransfersAllowed(this.permissions);
    const account = this.accounts.get(bankAccountId);
    if (bankCommandId === undefined)
      return this.start(
        account,
        terms,
        { instructionType: InstructionType.Shared, isInstant: false },
        this.ids.uuid(),
      );
    const command = this.commands.get(bankCommandId.toLowerCase());
    if (!command || command.bankAccountId !== account.id)
      throw refuse('bankCommandId: expected the id of a fee command for this account');
    if (command.amount !== terms.amount || command.walletId !== terms.walletId)
      throw refuse('bankCommandId: expected the amount and the wallet that its fee was fixed for');
    return this.start(account, terms, command, command.id);
  }

  /** Sends the old way: what is not possible falls back to the plain transfer. @throws Refusal 403 or 400. */
  sendWith(bankAccountId: string, terms: TransferTerms, wanted: TransferInstruction): SentTransfer {
    requireTransfersAllowed(this.permissions);
    const account = this.accounts.find(bankAccountId);
    if (!account) throw refuse('bankAccountId: expected the id of a linked account');
    const { supportsInstant } = transferOptions(account, terms.amount);
    return this.start(
      account,
      terms,
      { ...wanted, isInstant: wanted.isInstant && supportsInstant },
      this.ids.uuid(),
    );
  }

  /** Transfers to banks, oldest first. */
  list(): readonly BankTransfer[] {
    return [...this.transfers.values()];
  }

  reset(): void {
    this.commands.clear();
    this.transfers.clear();
  }

  private start(
    account: BankAccount,
    { amount, walletId, description }: TransferTerms,
    { instructionType, isInstant }: TransferInstruction,
    bankCommandId: string,
  ): SentTransfer {
    if (account.isArchived) throw refuse('The bank account is archived');
    const wallet = this.payingWallet(walletId, account);
    const target = this.wallets.findByIban(account.iban);
    if (target) {
      if (target.id === wallet.id) throw refuse('Source and target are the same wallet');
      const { debit } = this.wallets.move(wallet, target, amount, {
        subTypeId: MovementSubType.WalletToWallet,
        description,
        bankAccountId: account.id,
      });
      return { kind: 'wallet', walletTransactionId: debit.id };
    }
    const fee = transferFee({ instructionType, isInstant });
    const commandId = this.ids.uuid();
    this.wallets.hold(wallet, amount + fee, `held for transfer ${commandId}`);
    const createdAt = this.clock.now();
    const transfer: BankTransfer = {
      commandId,
      bankCommandId,
      wallet,
      account,
      amount,
      fee,
      instructionType,
      isInstant,
      description,
      createdAt,
      walletTransactionId: null,
    };
    this.transfers.set(commandId, transfer);
    this.publish({ type: 'bank-transfer-created', transfer });
    this.clock.schedule(isInstant ? createdAt + INSTANT_MS : nextAthensMidnight(createdAt) + MORNING_MS, () =>
      this.execute(transfer),
    );
    return { kind: 'bank', transfer };
  }

  private execute(transfer: BankTransfer): void {
    const { wallet, account, amount, fee, description } = transfer;
    const paid = this.wallets.payOut(wallet, amount, fee, {
      description,
      iban: account.iban,
      bankAccountId: account.id,
    });
    const executed = { ...transfer, walletTransactionId: paid.id };
    this.transfers.set(transfer.commandId, executed);
    this.publish({ type: 'bank-transfer-executed', transfer: executed });
  }

  private outside(bankAccountId: string): BankAccount {
    const account = this.accounts.get(bankAccountId);
    if (account.isInside) throw refuse('The IBAN is inside the service: there are no transfer options');
    return account;
  }

  private payingWallet(walletId: string, account: BankAccount): ServiceWallet {
    const wallet = this.wallets.findOwn(walletId);
    if (!wallet) throw refuse('walletId: expected a wallet of the merchant');
    if (wallet.currencyCode !== account.currencyCode)
      throw refuse('The currencies of the wallet and the bank account differ');
    return wallet;
  }
}
