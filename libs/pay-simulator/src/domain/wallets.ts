import type { MerchantBasics } from './merchant-basics.js';
import { createIban } from './iban.js';
import type { MovementReason } from './ledger.js';
import type { MerchantAccount } from './merchant.js';
import { MovementSubType } from './contract.generated.js';
import { MovementType, type Movement, type ServiceWallet, type WalletBalance } from './movement.js';
import { refusal } from './refusal.js';
import type { Statement } from './statement.js';
import { serializable } from './wire-json.js';

const SECOND_CURRENCY = '840';

/** The merchant's wallets, a wallet of another merchant, and all movements between them. */
export class Wallets {
  private readonly wallets = serviceWallets(this.core.account);

  constructor(private readonly core: MerchantBasics & { statement: Statement }) {
    this.reset();
  }

  /** Lists the merchant's wallets, the primary one first. */
  own(): readonly ServiceWallet[] {
    return this.wallets.filter(({ id }) => id !== OTHER_WALLET);
  }

  /** Wallet of another merchant, which receives transfers and owes obligations. */
  get other(): ServiceWallet {
    return this.get(OTHER_WALLET);
  }

  get primary(): ServiceWallet {
    return this.get(PRIMARY_WALLET);
  }

  find(id: string): ServiceWallet | undefined {
    return this.wallets.find((wallet) => wallet.id === id);
  }

  findOwn(id: string): ServiceWallet | undefined {
    return this.own().find((wallet) => wallet.id === id);
  }

  findByIban(iban: string): ServiceWallet | undefined {
    return this.wallets.find((wallet) => wallet.iban === iban);
  }

  balance({ available, reserved, currencyCode }: ServiceWallet): WalletBalance {
    return serializable({
      available: this.core.books.balance(available, currencyCode),
      reserved: this.core.books.balance(reserved, currencyCode),
    });
  }

  /** Lists all changes of balances, oldest first. */
  movements(): readonly Movement[] {
    return this.core.statement
      .all()
      .filter(({ type }) => type === MovementType.Balance)
      .map(serializable);
  }

  /** Moves money to another wallet. @throws Refusal 400 if the currencies differ or the balance is too low. */
  move(
    from: ServiceWallet,
    to: ServiceWallet,
    amount: number,
    details: Omit<MovementReason, 'isInternal' | 'subTypeId'> & Partial<MovementReason>,
  ): { readonly debit: Movement; readonly credit: Movement } {
    if (from.currencyCode !== to.currencyCode) throw refusal(400, 'The currencies of the accounts differ');
    this.requireAvailable(from, amount);
    const reason = { subTypeId: MovementSubType.WalletToWalletTransfer, ...details, isInternal: true };
    const [debit, credit] = this.core.statement.book({
      text: `wallet transfer ${from.id} to ${to.id}`,
      currencyCode: from.currencyCode,
      entries: { [from.available]: -amount, [to.available]: amount },
      statementLines: [
        { account: from.available, amount: -amount, reason },
        { account: to.available, amount, reason },
      ],
    });
    if (!debit || !credit) throw new Error('a transfer must move both wallets');
    return { debit, credit };
  }

  /** Reserves money for a pending transfer. @throws Refusal 400 if the balance is too low. */
  hold(wallet: ServiceWallet, amount: number, text: string): void {
    this.requireAvailable(wallet, amount);
    const { available, currencyCode, reserved } = wallet;
    this.core.statement.book({ text, currencyCode, entries: { [available]: -amount, [reserved]: amount } });
  }

  /** Pays reserved money out to a bank, and the fee to the service. */
  payOut(
    wallet: ServiceWallet,
    amount: number,
    fee: number,
    details: Omit<MovementReason, 'isInternal' | 'subTypeId'>,
  ): Movement {
    const { available: account, currencyCode, reserved } = wallet;
    const reason = { ...details, isInternal: false };
    const movements = this.core.statement.book({
      text: `transfer to bank from ${wallet.id}`,
      currencyCode,
      entries: { [reserved]: -amount - fee, bank: amount, commission: fee },
      statementLines: [
        { account, amount: -amount, reason: { ...reason, subTypeId: MovementSubType.PayOutIBAN } },
        { account, amount: -fee, reason: { ...reason, subTypeId: MovementSubType.IBANPayoutFee } },
      ],
    });
    const paid = movements.find(({ type }) => type === MovementType.Balance);
    if (!paid) throw new Error('a transfer to a bank must move its wallet');
    return paid;
  }

  /** Posts the opening balance of the other merchant. The ledger must have no entries for it. */
  reset(): void {
    const { available, currencyCode } = this.other;
    const opening = this.core.account.otherMerchant.openingBalance;
    const text = 'opening balance of the other merchant';
    if (opening > 0)
      this.core.statement.book({ text, currencyCode, entries: { equity: -opening, [available]: opening } });
  }

  private get(id: string): ServiceWallet {
    const wallet = this.find(id);
    if (!wallet) throw new Error(`the account has no wallet ${id}`);
    return wallet;
  }

  private requireAvailable(wallet: ServiceWallet, amount: number): void {
    if (this.balance(wallet).available < BigInt(amount)) throw refusal(400, 'Insufficient available balance');
  }
}

const PRIMARY_WALLET = '2263446430001';
const OTHER_WALLET = '952270790001';
const FOREIGN_WALLET = '2263446430003';
const WALLETS = [
  { id: PRIMARY_WALLET, name: 'Primary', available: 'wallet', reserved: 'reserved' },
  { id: '2263446430002', name: 'Savings', available: 'secondWallet', reserved: 'secondReserved' },
  // Payments in another currency clear to the same ledger account in that currency.
  { id: FOREIGN_WALLET, name: 'Foreign currency', available: 'wallet', reserved: 'reserved' },
  { id: OTHER_WALLET, name: 'Primary', available: 'otherMerchant', reserved: 'otherReserved' },
] as const;

/** Returns the merchant's wallets, the primary one first, and the wallet of another merchant. */
export function serviceWallets({
  credentials,
  currencyCode,
  otherMerchant,
}: MerchantAccount): readonly ServiceWallet[] {
  const { merchantId } = credentials.merchant;
  const foreignCurrency = currencyCode === SECOND_CURRENCY ? '978' : SECOND_CURRENCY;
  return WALLETS.map((wallet) => ({
    ...wallet,
    ownerId: wallet.id === OTHER_WALLET ? otherMerchant.merchantId : merchantId,
    iban: walletIban(wallet.id),
    currencyCode: wallet.id === FOREIGN_WALLET ? foreignCurrency : currencyCode,
    isPrimary: wallet.id === PRIMARY_WALLET,
  }));
}

/** Returns the IBAN of a wallet. The account number consists of the last digits of the ID. */
export function walletIban(id: string): string {
  return createIban('GB', `VPAY040024${id.slice(-8)}`);
}
