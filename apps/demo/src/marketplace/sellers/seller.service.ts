import { Injectable, Logger } from '@nestjs/common';
import { InjectPay, MarketPlaceSellers, PayIdempotency, PayoutInterval } from 'nestjs-pay';
import { Records, ShopDatabase } from '../../database/shop-database.js';
import { SHOP_COLOR } from '../../catalogue/goods.js';
import { MARKET } from '../market-account.js';
import { MARKET_SELLERS, type MarketSeller } from '../market-goods.js';
import { accountOf, type Invitation, type PayoutReport, type Seller } from './seller.js';

/** The market's sellers, with their status at the payment service. */
@Injectable()
export class SellerService {
  private readonly logger = new Logger(SellerService.name);
  private readonly sellers: Records<Seller>;

  constructor(
    @InjectPay(MarketPlaceSellers, MARKET) private readonly accounts: MarketPlaceSellers,
    @InjectPay(PayIdempotency, MARKET) private readonly idempotency: PayIdempotency,
    database: ShopDatabase,
  ) {
    this.sellers = new Records<Seller>(database, 'seller', { id: ({ key }) => key });
  }

  /** Returns all sellers in the market's order. */
  async list(): Promise<readonly Seller[]> {
    const known = await this.sellers.list();
    return MARKET_SELLERS.map(({ key }) => known.find((one) => one.key === key) ?? newSeller(key));
  }

  /** Returns all sellers after their accounts were read. The demo environment sends no event for a verification. */
  async refreshAll(): Promise<readonly Seller[]> {
    for (const seller of await this.list()) await this.refresh(seller);
    return this.list();
  }

  /** Reads an account: the status that an event or a return address names is not trusted. */
  async refreshAccount(accountId: string): Promise<Seller | undefined> {
    const seller = (await this.list()).find((one) => isSame(accountOf(one), accountId));
    if (seller !== undefined) await this.refresh(seller);
    return seller;
  }

  /**
   * Invites a seller. Two clicks create one account.
   *
   * @param origin - Address of the market, where the seller comes back after onboarding.
   * @returns The ID of the account, or null without an account.
   */
  async invite(seller: MarketSeller, origin: string): Promise<string | null> {
    const key = `seller:${seller.key}`;
    const { invitation: known } = (await this.list()).find((one) => one.key === seller.key) ?? newSeller('');
    if (known.kind === 'sent') return known.accountId;
    // A second account does no harm, so the operator can invite again after an unknown outcome.
    if (known.kind === 'unknown') await this.idempotency.resolve(key, 'not-done');
    const invitation = await this.createAccount(seller, origin, key);
    await this.update(seller.key, (one) => ({
      ...one,
      invitation: one.invitation.kind === 'sent' ? one.invitation : invitation,
    }));
    return invitation.kind === 'sent' ? invitation.accountId : null;
  }

  /** Stores the person ID of a connected seller. */
  async noteConnected(accountId: string, personId: string | null): Promise<void> {
    const seller = await this.refreshAccount(accountId);
    if (seller !== undefined && personId !== null)
      await this.update(seller.key, (known) => ({ ...known, personId }));
  }

  /** Stores a reported payout once. */
  async notePayout(personId: string, report: PayoutReport): Promise<void> {
    const seller = (await this.list()).find((one) => isSame(one.personId, personId));
    if (seller === undefined) return;
    await this.update(seller.key, (known) =>
      known.payouts.some(({ movementId }) => movementId === report.movementId)
        ? known
        : { ...known, payouts: [...known.payouts, report] },
    );
  }

  private async createAccount(
    { name, email, iban }: MarketSeller,
    origin: string,
    idempotencyKey: string,
  ): Promise<Invitation> {
    const account = {
      email,
      tradeName: name,
      legalName: name,
      returnUrl: `${origin}/marketplace/sellers`,
      branding: {
        partnerName: 'Harbour Lane',
        logoUrl: `${origin}/marketplace/logo.svg`,
        primaryColor: `#${SHOP_COLOR}`,
      },
      payouts: { interval: PayoutInterval.Daily, bankAccount: { iban, beneficiaryName: name } },
    };
    const result = await this.accounts.createAccount(account, { idempotencyKey });
    if (result.success) {
      const { accountId, invitation } = result.data;
      return { kind: 'sent', accountId, url: invitation.redirectUrl };
    }
    this.logger.warn(`invitation of ${name}: ${result.message}`);
    return {
      kind: result.error.outcome === 'unknown' ? 'unknown' : 'rejected',
      message: result.message,
    };
  }

  private async refresh(seller: Seller): Promise<void> {
    const accountId = accountOf(seller);
    if (accountId === null) return;
    const result = await this.accounts.retrieveConnectedAccount(accountId);
    if (!result.success) this.logger.warn(`seller ${seller.key}: ${result.message}`);
    const change = result.success
      ? { verified: result.data.verified, problem: null }
      : { problem: result.message };
    await this.update(seller.key, (known) => ({ ...known, ...change }));
  }

  private async update(key: string, change: (seller: Seller) => Seller): Promise<void> {
    await this.sellers.add(newSeller(key));
    await this.sellers.update(key, change);
  }
}

/** The service writes IDs in either case. */
function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

function newSeller(key: string): Seller {
  return { key, invitation: { kind: 'none' }, verified: null, problem: null, personId: null, payouts: [] };
}
