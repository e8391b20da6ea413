import { PERMISSION_OFF_TEXT } from './contract.generated.js';
import type { Ids } from './ids.js';
import type { MaskedCard } from './card.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Transactions } from './transactions.js';

/** Tokens of cards that paid: one for each card and group of merchants. What is kept of a card is masked. */
export class CardTokens {
  private readonly tokens = new Map<string, string>();
  private readonly cards = new Map<string, MaskedCard>();

  constructor(
    private readonly ids: Ids,
    private readonly transactions: Transactions,
    private readonly permissions: Permissions,
  ) {}

  /**
   * The token of the card that a transaction was paid with; the same again for the same card (inferred).
   *
   * @throws Refusal 403 not enabled, or no such transaction of a card that succeeded: this endpoint has no 404.
   */
  issue(transactionId: string, groupId = ''): string {
    if (!this.permissions.get().allowCardTokens) throw new Refusal(403, PERMISSION_OFF_TEXT);
    const transaction = this.transactions.find(transactionId);
    const card = transaction?.status === 'E' ? null : transaction?.card;
    if (!card) throw new Refusal(403, 'The transaction is not available');
    const key = `${groupId} ${card.uniqueReference}`;
    const token = this.tokens.get(key) ?? `ct_${this.ids.hex(32).toLowerCase()}`;
    this.tokens.set(key, token);
    this.cards.set(token, card);
    return token;
  }

  /** The card behind a token. */
  find(token: string): MaskedCard | undefined {
    return this.cards.get(token);
  }

  reset(): void {
    this.tokens.clear();
    this.cards.clear();
  }
}
