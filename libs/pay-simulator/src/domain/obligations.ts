import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { PublishEvent } from './events.js';
import { MovementSubType } from './movement.js';
import type { Obligation, ObligationTerms } from './obligation.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Wallets } from './wallets.js';

/** How often the queue is worked on: "within about an hour". */
const QUEUE_MS = 3_600_000;

const refuse = (text: string): Refusal => new Refusal(400, text, 0, 400);

/** Claims on sellers, captured from the queue as soon as the seller's wallet holds the whole amount. */
export class Obligations {
  private readonly obligations = new Map<string, Obligation>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly wallets: Wallets,
    private readonly permissions: Permissions,
    private readonly publish: PublishEvent,
  ) {}

  /** @throws Refusal 403 when obligations are switched off, 400 for a seller, wallet or currency that does not fit. */
  create(terms: ObligationTerms): Obligation {
    if (!this.permissions.get().allowObligations)
      throw new Refusal(403, 'Obligations are not enabled for the account', 0, 403);
    const { other: wallet, primary: target } = this.wallets;
    if (terms.personId.toLowerCase() !== wallet.ownerId.toLowerCase())
      throw refuse('personId: expected the merchant id of a seller');
    if (terms.walletId !== null && terms.walletId !== wallet.id)
      throw refuse('walletId: expected a wallet of the seller');
    if (terms.currencyCode !== wallet.currencyCode || terms.currencyCode !== target.currencyCode)
      throw refuse('currencyCode: expected the currency of both accounts');
    const obligation: Obligation = {
      ...terms,
      id: this.ids.uuid(),
      status: 'A',
      wallet,
      target,
      createdAt: this.clock.now(),
      captureId: null,
      completedAt: null,
    };
    this.obligations.set(obligation.id, obligation);
    this.publish({ type: 'obligation-created', obligation });
    this.queue(obligation);
    return obligation;
  }

  list(): readonly Obligation[] {
    return [...this.obligations.values()];
  }

  reset(): void {
    this.obligations.clear();
  }

  private queue(obligation: Obligation): void {
    this.clock.schedule(this.clock.now() + QUEUE_MS, () => this.capture(obligation));
  }

  private capture(obligation: Obligation): void {
    const { wallet, target, amount, description } = obligation;
    if (this.wallets.balance(wallet).available < BigInt(amount)) {
      this.queue(obligation);
      return;
    }
    const { credit } = this.wallets.move(wallet, target, amount, {
      subTypeId: MovementSubType.Obligation,
      description,
    });
    const captured: Obligation = {
      ...obligation,
      status: 'F',
      captureId: credit.id,
      completedAt: this.clock.now(),
    };
    this.obligations.set(captured.id, captured);
    this.publish({ type: 'obligation-captured', obligation: captured });
  }
}
