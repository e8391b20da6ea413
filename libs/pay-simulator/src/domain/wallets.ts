import { makeIban } from './iban.js';
import type { BookingPart, Books, LedgerAccount } from './ledger.js';
import type { MerchantAccount } from './merchant.js';
import type { MovementTerms } from './movement-terms.js';
import {
  MovementSubType,
  MovementType,
  type Movement,
  type ServiceWallet,
  type WalletBalance,
} from './movement.js';
import { Refusal } from './refusal.js';
import type { Statement } from './statement.js';

const SECOND_CURRENCY = '840';

/** The merchant's wallets, one of another merchant, and every movement between them. */
export class Wallets {
  private readonly wallets: readonly ServiceWallet[];

  constructor(
    private readonly ledger: Books,
    private readonly account: MerchantAccount,
    private readonly statement: Statement,
  ) {
    this.wallets = serviceWallets(account);
    this.reset();
  }

  /** The merchant's own wallets, the primary one first. */
  own(): readonly ServiceWallet[] {
    return this.wallets.filter((wallet) => this.isOwn(wallet));
  }

  /** The wallet of another merchant: a target of transfers, and the one who owes obligations. */
  get other(): ServiceWallet {
    return this.pick((wallet) => !this.isOwn(wallet));
  }

  get primary(): ServiceWallet {
    return this.pick((wallet) => wallet.isPrimary);
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
    return {
      available: this.ledger.balance(available, currencyCode),
      reserved: this.ledger.balance(reserved, currencyCode),
    };
  }

  /** Every change of a balance, oldest first. */
  movements(): readonly Movement[] {
    return this.statement.all().filter(({ type }) => type === MovementType.Balance);
  }

  /** Moves money to another wallet at once. @throws Refusal 400 when the currencies differ or the balance is too low. */
  move(
    from: ServiceWallet,
    to: ServiceWallet,
    amount: number,
    terms: Omit<MovementTerms, 'isInternal'>,
  ): { readonly debit: Movement; readonly credit: Movement } {
    if (from.currencyCode !== to.currencyCode)
      throw new Refusal(400, 'The currencies of the accounts differ', 0, 400);
    this.requireAvailable(from, amount);
    const reason = { ...terms, isInternal: true };
    const [debit, credit] = this.book(
      `wallet transfer ${from.id} to ${to.id}`,
      from,
      { [from.available]: -amount, [to.available]: amount },
      [
        { account: from.available, amount: BigInt(-amount), terms: reason },
        { account: to.available, amount: BigInt(amount), terms: reason },
      ],
    );
    if (!debit || !credit) throw new Error('a transfer moves both wallets');
    return { debit, credit };
  }

  /** Holds money for a transfer that runs later. @throws Refusal 400 when the balance is too low. */
  hold(wallet: ServiceWallet, amount: number, text: string): void {
    this.requireAvailable(wallet, amount);
    this.book(text, wallet, { [wallet.available]: -amount, [wallet.reserved]: amount });
  }

  /** Pays held money out to a bank, and the service its fee. */
  payOut(
    wallet: ServiceWallet,
    amount: number,
    fee: number,
    terms: Omit<MovementTerms, 'isInternal' | 'subTypeId'>,
  ): Movement {
    const reason = { ...terms, isInternal: false };
    const written = this.book(
      `transfer to bank from ${wallet.id}`,
      wallet,
      { [wallet.reserved]: -amount - fee, bank: amount, commission: fee },
      [
        {
          account: wallet.available,
          amount: BigInt(-amount),
          terms: { ...reason, subTypeId: MovementSubType.IbanPayout },
        },
        {
          account: wallet.available,
          amount: BigInt(-fee),
          terms: { ...reason, subTypeId: MovementSubType.IbanPayoutFee },
        },
      ],
    );
    const paid = written.find(({ type }) => type === MovementType.Balance);
    if (!paid) throw new Error('a transfer to a bank moves its wallet');
    return paid;
  }

  /** Opens the other merchant's wallet; the ledger must be empty of it. */
  reset(): void {
    const { other } = this;
    const opening = this.account.otherMerchant.openingBalance;
    if (opening > 0)
      this.book('opening balance of the other merchant', other, {
        equity: -opening,
        [other.available]: opening,
      });
  }

  private isOwn({ ownerId }: ServiceWallet): boolean {
    return ownerId === this.account.credentials.merchant.merchantId;
  }

  private pick(which: (wallet: ServiceWallet) => boolean): ServiceWallet {
    const wallet = this.wallets.find(which);
    if (!wallet) throw new Error('the wallet is always there');
    return wallet;
  }

  private requireAvailable(wallet: ServiceWallet, amount: number): void {
    if (this.balance(wallet).available < BigInt(amount))
      throw new Refusal(400, 'Insufficient available balance', 0, 400);
  }

  private book(
    text: string,
    { currencyCode }: ServiceWallet,
    entries: Readonly<Record<string, number>>,
    parts?: readonly BookingPart[],
  ): readonly Movement[] {
    return this.statement.book({
      text,
      currencyCode,
      entries: Object.fromEntries(Object.entries(entries).map(([name, amount]) => [name, BigInt(amount)])),
      parts,
    });
  }
}

/** The merchant's wallets, the primary one first, and one of another merchant. */
export function serviceWallets({
  credentials,
  currencyCode,
  otherMerchant,
}: MerchantAccount): readonly ServiceWallet[] {
  const { merchantId } = credentials.merchant;
  const wallet = (
    id: string,
    ownerId: string,
    name: string,
    currency: string,
    available: LedgerAccount,
    reserved: LedgerAccount,
  ): ServiceWallet => ({
    id,
    ownerId,
    name,
    // The last digits of the id are the account number at the service's own bank code.
    iban: makeIban('GB', `VPAY040024${id.slice(-8)}`),
    currencyCode: currency,
    isPrimary: name === 'Primary' && ownerId === merchantId,
    available,
    reserved,
  });
  return [
    wallet('2263446430001', merchantId, 'Primary', currencyCode, 'wallet', 'reserved'),
    wallet('2263446430002', merchantId, 'Savings', currencyCode, 'secondWallet', 'secondReserved'),
    // Payments in another currency clear to the account of the same name in that currency.
    wallet(
      '2263446430003',
      merchantId,
      'Foreign currency',
      currencyCode === SECOND_CURRENCY ? '978' : SECOND_CURRENCY,
      'wallet',
      'reserved',
    ),
    wallet(
      '952270790001',
      otherMerchant.merchantId,
      'Primary',
      currencyCode,
      'otherMerchant',
      'otherReserved',
    ),
  ];
}
