import type { Services } from '../services/services.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { Ledger } from '../domain/ledger.js';
import type { ServiceWallet, WalletBalance } from '../domain/movement.js';
import type { OnboardedAccount } from '../domain/onboarding.js';
import type { Payouts } from '../domain/payouts.js';
import { Refusal } from '../domain/refusal.js';
import type { TerminalSession } from '../domain/terminal-session.js';
import type { Terminal } from '../domain/terminals.js';
import type { Transaction } from '../domain/transaction.js';
import { serializable } from '../domain/wire-json.js';

/** The ledger, in minor units. */
export interface LedgerView {
  /** Balances by currency and account. */
  readonly balances: Readonly<Record<string, Readonly<Record<string, bigint>>>>;
  /** Sum over all accounts by currency, which is always 0. */
  readonly totals: Readonly<Record<string, bigint>>;
  readonly bookings: readonly {
    readonly text: string;
    readonly currencyCode: string;
    /** Signed amounts by account. */
    readonly entries: Readonly<Partial<Record<string, bigint>>>;
  }[];
}

/** Formats the ledger: balances by currency and account, totals and entries. */
export function ledgerView(ledger: Ledger): LedgerView {
  const totals = ledger.totals();
  const balancesIn = (code: string) =>
    Object.fromEntries(ledger.accounts(code).map((account) => [account, ledger.balance(account, code)]));
  return {
    balances: serializable(Object.fromEntries(Object.keys(totals).map((code) => [code, balancesIn(code)]))),
    totals: serializable(totals),
    // Thousands of entries take time, and a page of balances shows none.
    get bookings() {
      return ledger
        .bookings()
        .map(({ text, currencyCode, entries }) => ({ text, currencyCode, entries: serializable(entries) }));
    },
  };
}

/** A wallet with its balance, in minor units. */
export type WalletView = Pick<ServiceWallet, 'id' | 'name' | 'iban' | 'currencyCode' | 'isPrimary'> &
  WalletBalance;

/** Formats a wallet with its balance. */
export function walletView(wallets: AccountServices['wallets'], wallet: ServiceWallet): WalletView {
  const { id, name, iban, currencyCode, isPrimary } = wallet;
  return serializable({ id, name, iban, currencyCode, isPrimary, ...wallets.balance(wallet) });
}

/** Formats a transaction with its dispute, and with what the service does with it next. */
export function transactionView(
  { account, clearing, disputes, transactions }: AccountServices,
  transaction: Transaction,
) {
  const { amount, clearedAt, id, status } = transaction;
  const isUncleared = clearedAt === null && amount > 0 && status === 'F';
  const clearsAt = isUncleared ? clearing.coming()?.at : undefined;
  const heldUntil = transactions.heldUntil(transaction);
  const steps = disputes.ofPayment(id).map(({ at, status: decided }) => ({
    status: decided,
    at,
    fee: decided === 'ML' ? account.chargebackFee : 0,
  }));
  return {
    ...transaction,
    ...(clearsAt !== undefined && { clearsAt }),
    ...(heldUntil !== undefined && { heldUntil }),
    dispute: { steps, possibleSteps: disputes.possibleSteps(transaction) },
  };
}

/** A terminal with its current session. */
export interface TerminalView extends Terminal {
  /** Session that the terminal shows or processes. */
  readonly session: TerminalSession | null;
  /** Preloaded sales that wait at the terminal, oldest first. */
  readonly preloaded: readonly TerminalSession[];
}

/** Formats a terminal with its current session. @throws Refusal 404 for an unknown terminal. */
export function terminalView(terminals: AccountServices['cardTerminals'], terminalId: string): TerminalView {
  const terminal = terminals.list().find((one) => one.terminalId === terminalId);
  if (!terminal) throw new Refusal(404, `Terminal ${terminalId} was not found`);
  return {
    ...terminal,
    session: terminals.session(terminalId) ?? null,
    preloaded: terminals.preloaded(terminalId),
  };
}

/** An account with its wallet, balance and payouts. */
export interface SellerView {
  readonly account: OnboardedAccount;
  /** ID of the wallet. Null until the invitation is accepted. */
  readonly walletId: string | null;
  /** Available balance. */
  readonly available: bigint | null;
  /** Automatic payouts. */
  readonly payouts: Payouts | null;
}

/** Formats a seller with its wallet, balance and payouts. */
export function sellerView(sellers: Services['sellers'], accountId: string): SellerView {
  const account = sellers.get(accountId);
  const wallet = account.person === null ? undefined : sellers.walletOf(accountId);
  return serializable({
    account,
    walletId: wallet?.id ?? null,
    available: wallet ? sellers.balance(accountId).available : null,
    payouts: sellers.payoutsOf(accountId) ?? null,
  });
}
