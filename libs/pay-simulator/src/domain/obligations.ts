import type { MerchantCore } from './merchant-core.js';
import { MovementSubType } from './contract.generated.js';
import type { Obligation, ObligationDetails } from './obligation.js';
import { refusal } from './refusal.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

/** Interval of the queue. The documentation says "within about an hour". */
const QUEUE_MS = 3_600_000;

/** Obligations of sellers. Each is captured when the seller's wallet has the full amount. */
export class Obligations {
  private readonly obligations = new Table<Obligation>('obligations');
  private readonly planned = new PlannedWork<string>('plannedObligations', this.core.clock, (id) =>
    this.capture(id),
  );

  constructor(private readonly core: MerchantCore) {}

  /** Creates an obligation. @throws Refusal 403 if obligations are disabled, 400 for an invalid seller, wallet or currency. */
  create(details: ObligationDetails): Obligation {
    if (!this.core.permissions.get().allowObligations)
      throw refusal(403, 'Obligations are not enabled for the account');
    const { other: wallet, primary: target } = this.core.wallets;
    if (details.personId.toLowerCase() !== wallet.ownerId.toLowerCase())
      throw refusal(400, 'personId: expected the merchant ID of a seller');
    if (details.walletId !== null && details.walletId !== wallet.id)
      throw refusal(400, 'walletId: expected a wallet of the seller');
    if (details.currencyCode !== wallet.currencyCode || details.currencyCode !== target.currencyCode)
      throw refusal(400, 'currencyCode: expected the currency of both accounts');
    const obligation: Obligation = {
      ...details,
      id: this.core.ids.uuid(),
      status: 'A',
      wallet,
      target,
      createdAt: this.core.clock.now(),
      captureId: null,
      completedAt: null,
    };
    this.obligations.set(obligation.id, obligation);
    this.core.publish({ type: 'obligation-created', obligation });
    this.planCapture(obligation.id);
    return obligation;
  }

  /** Lists the obligations that are not captured yet, with the time of the next attempt. */
  coming(): readonly { readonly at: number; readonly obligation: Obligation }[] {
    return this.planned.list().flatMap(({ at, argument }) => {
      const obligation = this.obligations.get(argument);
      return obligation ? [{ at, obligation }] : [];
    });
  }

  private planCapture(id: string): void {
    this.planned.plan(id, this.core.clock.now() + QUEUE_MS, id);
  }

  private capture(id: string): void {
    const obligation = this.obligations.get(id);
    if (!obligation) return;
    const { wallet, target, amount, description } = obligation;
    if (this.core.wallets.balance(wallet).available < BigInt(amount)) {
      this.planCapture(id);
      return;
    }
    const { credit } = this.core.wallets.move(wallet, target, amount, {
      subTypeId: MovementSubType.ObligationCaptured,
      description,
    });
    const captured: Obligation = {
      ...obligation,
      status: 'F',
      captureId: credit.id,
      completedAt: this.core.clock.now(),
    };
    this.obligations.set(captured.id, captured);
    this.core.publish({ type: 'obligation-captured', obligation: captured });
  }
}
