import { Refusal } from './refusal.js';

/** What one request works on. */
export interface Claim {
  /** Claims names until {@link release}. @throws Refusal 423 while another request holds one of them. */
  readonly take: (names: readonly string[]) => void;
  readonly release: () => void;
}

/** What is being worked on: who asks for the same meanwhile is refused. @see contract/transactions.json transactions.fastRefund, 423 */
export class Claims {
  private readonly holders = new Map<string, Claim>();

  /** A claim that holds nothing yet. */
  open(): Claim {
    const claim: Claim = {
      take: (names) => {
        const isTaken = names.some((name) => (this.holders.get(name) ?? claim) !== claim);
        if (isTaken) throw new Refusal(423, 'The same operation is in progress');
        for (const name of names) this.holders.set(name, claim);
      },
      release: () => {
        for (const [name, holder] of this.holders) if (holder === claim) this.holders.delete(name);
      },
    };
    return claim;
  }

  reset(): void {
    this.holders.clear();
  }
}
