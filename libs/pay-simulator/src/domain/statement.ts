import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { PublishEvent } from './events.js';
import type { Booking, BookingPart, Books } from './ledger.js';
import type { MovementTerms } from './movement-terms.js';
import { MovementSubType, MovementType, type Movement, type ServiceWallet } from './movement.js';

/** Why a balance changed, by where the money came from or went to, where the booking does not say it. */
const REASONS: Readonly<Record<string, number>> = {
  pending: MovementSubType.ClearanceCards,
  pendingCash: MovementSubType.ClearanceCash,
  cardholders: MovementSubType.CardRefund,
  counter: MovementSubType.CashDisbursement,
  bank: MovementSubType.IbanPayout,
  commission: MovementSubType.IbanPayoutFee,
  equity: MovementSubType.ManualDeposit,
};

/** What happened to a wallet, before it has an id. */
type Change = Pick<Movement, 'wallet' | 'type' | 'amount' | 'parentId'> & { readonly terms: MovementTerms };

/**
 * Writes the statements of all wallets as the books are kept, and tells the merchant of what changes a balance: of no holds.
 * @see contract/webhook-events.json 2054
 */
export class Statement {
  private wallets: readonly ServiceWallet[];
  private written: Movement[] = [];
  private readonly balances = new Map<string, { available: bigint; reserved: bigint }>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly initial: readonly ServiceWallet[],
    private readonly ownerId: string,
    private readonly ledger: Books,
    private readonly publish: PublishEvent,
  ) {
    this.wallets = initial;
    for (const booking of ledger.bookings()) this.write(booking);
    ledger.watch((booking) => this.write(booking));
  }

  /** From now on writes the statement of another wallet as well: a seller's. */
  open(wallet: ServiceWallet): void {
    this.wallets = [...this.wallets, wallet];
  }

  /** Every movement of every wallet, oldest first. */
  all(): readonly Movement[] {
    return [...this.written];
  }

  /** The movements of the merchant's own wallets, oldest first. */
  lines(): readonly Movement[] {
    return this.written.filter(({ wallet }) => wallet.ownerId === this.ownerId);
  }

  /** Posts an entry and returns the resulting movements. */
  book(booking: Booking): readonly Movement[] {
    const before = this.written.length;
    this.ledger.book(booking);
    return this.written.slice(before);
  }

  reset(): void {
    this.written = [];
    this.balances.clear();
    this.wallets = this.initial;
  }

  private write(booking: Booking): void {
    const concerned = this.wallets.filter(({ currencyCode }) => currencyCode === booking.currencyCode);
    // What is held or let go changes what is available and nothing else; it is let go before it is paid.
    for (const wallet of concerned) {
      const held = booking.entries[wallet.reserved] ?? 0n;
      if (held === 0n) continue;
      const terms = defaultTerms(booking, wallet);
      this.add({ wallet, type: MovementType.AvailableOnly, amount: -held, parentId: null, terms });
    }
    let first: Movement | undefined;
    for (const { account, amount, terms } of checkedParts(booking, concerned)) {
      const wallet = concerned.find(({ available }) => available === account);
      if (!wallet || amount === 0n) continue;
      const parentId = first?.id ?? null;
      const movement = this.add({ wallet, type: MovementType.Balance, amount, parentId, terms });
      first ??= movement;
      // Another merchant's movements are told to that merchant, a seller's to the platform.
      const isTold = wallet.ownerId === this.ownerId || wallet.connectedAccountId !== undefined;
      if (isTold && booking.isOpening !== true) this.publish({ type: 'account-transaction', movement });
    }
  }

  private add({ wallet, type, amount, parentId, terms }: Change): Movement {
    const { available, reserved } = this.balances.get(wallet.id) ?? { available: 0n, reserved: 0n };
    const balanceAfter = {
      available: available + amount,
      reserved: type === MovementType.AvailableOnly ? reserved - amount : reserved,
    };
    this.balances.set(wallet.id, balanceAfter);
    const id = this.ids.uuid();
    const movement = {
      ...terms,
      id,
      parentId,
      wallet,
      type,
      amount,
      createdAt: this.clock.now(),
      balanceAfter,
    };
    this.written.push(movement);
    return movement;
  }
}

/** @throws Error when what is said of a wallet is not what the booking does to it: statement and books would part. */
function checkedParts(booking: Booking, wallets: readonly ServiceWallet[]): readonly BookingPart[] {
  const changes = defaultParts(booking, wallets);
  const { parts = changes, text } = booking;
  for (const { account, amount } of changes) {
    const said = parts
      .filter((part) => part.account === account)
      .reduce((sum, part) => sum + part.amount, 0n);
    if (said !== amount) throw new Error(`booking '${text}': its parts give ${account} ${said} of ${amount}`);
  }
  return parts;
}

function defaultParts(booking: Booking, wallets: readonly ServiceWallet[]): readonly BookingPart[] {
  return wallets.map((wallet) => ({
    account: wallet.available,
    amount: (booking.entries[wallet.available] ?? 0n) + (booking.entries[wallet.reserved] ?? 0n),
    terms: defaultTerms(booking, wallet),
  }));
}

function defaultTerms({ entries, text }: Booking, { available, reserved }: ServiceWallet): MovementTerms {
  const other = Object.keys(entries).find((name) => name !== available && name !== reserved) ?? '';
  const reason = REASONS[other];
  return {
    subTypeId: reason ?? MovementSubType.WalletToWallet,
    description: text,
    isInternal: reason === undefined,
  };
}
