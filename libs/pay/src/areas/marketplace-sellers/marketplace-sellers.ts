import { MarketplaceSellersMethods } from '../methods.generated.js';

/** Creates, reads and changes the sellers of a platform (connected accounts) and their payouts. */
export class MarketPlaceSellers extends MarketplaceSellersMethods {}
