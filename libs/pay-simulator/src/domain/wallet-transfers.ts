import { MovementSubType, type Movement } from './movement.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Wallets } from './wallets.js';

/** A transfer between two wallets of the service; amount in minor units. */
export interface WalletTransferTerms {
  readonly amount: number;
  readonly description: string;
  readonly saleTransactionId?: string;
}

/** Transfers from the merchant's wallets to any wallet of the service. */
export class WalletTransfers {
  constructor(
    private readonly wallets: Wallets,
    private readonly permissions: Permissions,
  ) {}

  /** @throws Refusal 403 when transfers are switched off, 404 for an unknown wallet, 400 for the money's sake. */
  send(
    walletId: string,
    targetWalletId: string,
    { amount, description, saleTransactionId }: WalletTransferTerms,
  ): { readonly debit: Movement; readonly credit: Movement } {
    requireTransfersAllowed(this.permissions);
    const source = this.wallets.findOwn(walletId);
    const target = this.wallets.find(targetWalletId);
    if (!source || !target)
      throw new Refusal(404, `Wallet ${source ? targetWalletId : walletId} was not found`, 0, 404);
    if (source.id === target.id) throw new Refusal(400, 'Source and target are the same wallet', 0, 400);
    return this.wallets.move(source, target, amount, {
      subTypeId: MovementSubType.WalletToWallet,
      description,
      saleTransactionId,
    });
  }
}

/** @throws Refusal 403 when the account's switch for transfers is off. */
export function requireTransfersAllowed(permissions: Permissions): void {
  if (!permissions.get().allowTransfers)
    throw new Refusal(403, 'Allow transfers between accounts is switched off', 0, 403);
}
