import { Refusal } from './refusal.js';

/** Locks on resources in use. A concurrent request for the same resource is rejected. @see contract/openapi/transactions.yaml transactions.fastRefund, 423 */
export class Claims {
  private readonly holders = new Map<string, object>();

  /** Creates a claim of one request, without locks. */
  open() {
    const claim = {
      /** Locks the resources until `release`. @throws Refusal 423 if another request holds one of them. */
      acquire: (resources: readonly string[]): void => {
        const isLocked = resources.some((resource) => (this.holders.get(resource) ?? claim) !== claim);
        if (isLocked) throw new Refusal(423, 'The same operation is in progress');
        for (const resource of resources) this.holders.set(resource, claim);
      },
      release: (): void => {
        for (const [resource, holder] of this.holders) if (holder === claim) this.holders.delete(resource);
      },
    };
    return claim;
  }

  reset(): void {
    this.holders.clear();
  }
}
