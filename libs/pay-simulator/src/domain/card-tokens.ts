import type { MerchantCore } from './merchant-core.js';
import type { MaskedCard } from './card.js';
import { Refusal } from './refusal.js';
import { Table } from './table.js';

/** Card tokens: one for each card and group of merchants. Only masked card data is stored. */
export class CardTokens {
  private readonly tokens = new Table<string>('cardTokens');
  private readonly cards = new Table<MaskedCard>('tokenCards');

  constructor(private readonly core: MerchantCore) {}

  /**
   * Returns the token of a transaction's card. The same card always has the same token (inferred).
   *
   * @throws Refusal 403 if tokens are not enabled, or if no successful card transaction has the ID. This endpoint has no 404.
   */
  issue(transactionId: string, groupId = ''): string {
    this.core.permissions.require('allowCardTokens');
    const transaction = this.core.transactions.find(transactionId);
    const card = transaction?.status === 'E' ? null : transaction?.card;
    if (!card) throw new Refusal(403, 'The transaction is not available');
    const key = `${groupId} ${card.uniqueReference}`;
    const token = this.tokens.get(key) ?? `ct_${this.core.ids.hex(32).toLowerCase()}`;
    this.tokens.set(key, token);
    this.cards.set(token, card);
    return token;
  }

  /** Finds the card of a token. */
  find(token: string): MaskedCard | undefined {
    return this.cards.get(token);
  }
}
