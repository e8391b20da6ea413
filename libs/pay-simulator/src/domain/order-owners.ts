/** Who has which order code, so that a customer's page finds its world. The world `default` has all other codes. */
export class OrderOwners<Owner> {
  private readonly owners = new Map<string, Owner>();

  /** Returns the owner of an order code. */
  of(code: string): Owner | undefined {
    return this.owners.get(code);
  }

  /** Gives a code to an owner. @returns Whether it is the owner's now. */
  claim(code: string, owner: Owner): boolean {
    const known = this.owners.get(code);
    if (known === undefined) this.owners.set(code, owner);
    return known === undefined || known === owner;
  }

  /** Frees all codes of an owner. */
  release(owner: Owner): void {
    for (const [code, known] of this.owners) if (known === owner) this.owners.delete(code);
  }
}
