import { Injectable } from '@nestjs/common';
import type { Records } from '../../database/records.js';
import { ShopDatabase } from '../../database/shop-database.js';
import { MARKET_SELLERS } from '../market-goods.js';
import type { Seller } from './seller.js';

/** Where sellers are kept. */
@Injectable()
export class SellerStore {
  private readonly sellers: Records<Seller>;

  constructor(database: ShopDatabase) {
    this.sellers = database.records<Seller>('seller', { id: ({ key }) => key });
  }

  /** Every seller of the market, in its order. */
  async list(): Promise<readonly Seller[]> {
    const known = await this.sellers.all();
    return MARKET_SELLERS.map(({ key }) => known.find((one) => one.key === key) ?? newSeller(key));
  }

  /**
   * Changes a seller; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that key.
   */
  async update(key: string, change: (seller: Seller) => Seller): Promise<Seller> {
    if (MARKET_SELLERS.some((seller) => seller.key === key)) await this.sellers.add(newSeller(key));
    return this.sellers.update(key, change);
  }
}

function newSeller(key: string): Seller {
  return {
    key,
    invitation: { kind: 'none' },
    verified: null,
    problem: null,
    personId: null,
    payouts: [],
  };
}
