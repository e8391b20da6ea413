import { MovementSubType } from './contract.generated.js';
import type { Movement } from './movement.js';
import type { Permissions } from './permissions.js';
import { refusal } from './refusal.js';
import type { Wallets } from './wallets.js';

/** Details of a transfer between wallets of the service. The amount is in minor units. */
interface WalletTransferDetails {
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

  /** Transfers money. @throws Refusal 403 if transfers are off, 404 for an unknown wallet, 400 for another currency or a low balance. */
  send(
    walletId: string,
    targetWalletId: string,
    { amount, description, saleTransactionId }: WalletTransferDetails,
  ): { readonly debit: Movement; readonly credit: Movement } {
    this.permissions.requireTransfers();
    const source = this.wallets.findOwn(walletId);
    const target = this.wallets.find(targetWalletId);
    if (!source || !target) throw refusal(404, `Wallet ${source ? targetWalletId : walletId} was not found`);
    if (source.id === target.id) throw refusal(400, 'Source and target are the same wallet');
    return this.wallets.move(source, target, amount, {
      subTypeId: MovementSubType.WalletToWalletTransfer,
      description,
      saleTransactionId,
    });
  }
}
