import { Injectable } from '@nestjs/common';
import { MARKET_SELLERS } from '../market-goods.js';
import type { Seller } from './seller.js';

/** Where sellers are kept; also the injection token. A real market implements it on its database. */
export abstract class SellerStore {
  abstract list(): Promise<readonly Seller[]>;
  /**
   * Changes a seller; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that key.
   */
  abstract update(key: string, change: (seller: Seller) => Seller): Promise<Seller>;
}

/** Sellers in the process's memory. */
@Injectable()
export class InMemorySellerStore extends SellerStore {
  private readonly sellers = new Map<string, Seller>(
    MARKET_SELLERS.map(({ key }) => [
      key,
      { key, invitation: { kind: 'none' }, verified: null, problem: null, personId: null, payouts: [] },
    ]),
  );

  list(): Promise<readonly Seller[]> {
    return Promise.resolve([...this.sellers.values()]);
  }

  update(key: string, change: (seller: Seller) => Seller): Promise<Seller> {
    const seller = this.sellers.get(key);
    if (seller === undefined) return Promise.reject(new Error(`seller ${key} is unknown`));
    const changed = change(seller);
    this.sellers.set(key, changed);
    return Promise.resolve(changed);
  }
}
