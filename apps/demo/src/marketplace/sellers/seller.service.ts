import { Injectable, Logger } from '@nestjs/common';
import { InjectPay, MarketPlaceSellers, PayoutInterval } from 'nestjs-pay';
import { ShopEnvironment } from '../../shop.environment.js';
import { MARKET } from '../market-account.js';
import { MARKET_SELLERS, type MarketSeller } from '../market-goods.js';
import { accountOf, invitationAt, type Invitation, type PayoutReport, type Seller } from './seller.js';
import { SellerStore } from './seller.store.js';

/** Who sells on the market, and how each stands with the payment service. */
@Injectable()
export class SellerService {
  private readonly logger = new Logger(SellerService.name);

  constructor(
    @InjectPay(MarketPlaceSellers, MARKET) private readonly accounts: MarketPlaceSellers,
    private readonly store: SellerStore,
    private readonly environment: ShopEnvironment,
  ) {}

  list(): Promise<readonly Seller[]> {
    return this.store.list();
  }

  /** All sellers as the service has them now. The demo environment never tells who was verified. */
  async reread(): Promise<readonly Seller[]> {
    const sellers: Seller[] = [];
    for (const seller of await this.store.list()) sellers.push(await this.refresh(seller));
    return sellers;
  }

  /** Reads an account again, whoever asked for it: what an event or a return address says is not believed. */
  async refreshAccount(accountId: string): Promise<void> {
    const seller = (await this.store.list()).find((one) => isOf(one, accountId));
    if (seller !== undefined) await this.refresh(seller);
  }

  /**
   * Invites a seller, once: a second click finds the request under way and sends nothing.
   *
   * @param origin where the market is reached: the seller lands there after onboarding.
   */
  async invite(seller: MarketSeller, origin: string): Promise<void> {
    const now = this.environment.now();
    let isMine = false;
    await this.store.update(seller.key, (known) => {
      isMine = !['sending', 'sent'].includes(invitationAt(known, now).kind);
      return isMine ? { ...known, invitation: { kind: 'sending', at: now } } : known;
    });
    if (!isMine) return;
    const invitation = await this.send(seller, origin);
    await this.store.update(seller.key, (known) => ({ ...known, invitation }));
  }

  /** Notes who a connected seller is. */
  async noteConnected(accountId: string, personId: string | null): Promise<void> {
    await this.refreshAccount(accountId);
    const seller = (await this.store.list()).find((one) => isOf(one, accountId));
    if (seller !== undefined && personId !== null)
      await this.store.update(seller.key, (known) => ({ ...known, personId }));
  }

  /** Notes a payout that was reported; one that is known already changes nothing. */
  async notePayout(personId: string, report: PayoutReport): Promise<void> {
    const seller = (await this.store.list()).find((one) => isSame(one.personId, personId));
    if (seller === undefined) return;
    await this.store.update(seller.key, (known) =>
      known.payouts.some(({ movementId }) => movementId === report.movementId)
        ? known
        : { ...known, payouts: [...known.payouts, report] },
    );
  }

  private async send({ name, email, iban }: MarketSeller, origin: string): Promise<Invitation> {
    const result = await this.accounts.createAccount({
      email,
      tradeName: name,
      legalName: name,
      returnUrl: `${origin}/marketplace/sellers`,
      branding: {
        partnerName: 'Harbour Lane',
        logoUrl: `${origin}/marketplace/logo.svg`,
        primaryColor: '#2f5d62',
      },
      payouts: {
        interval: PayoutInterval.Daily,
        bankAccount: { iban, beneficiaryName: name },
      },
    });
    if (result.success) {
      const { accountId, invitation } = result.data;
      return { kind: 'sent', accountId, url: invitation.redirectUrl };
    }
    this.logger.warn(`invitation of ${name}: ${result.message}`);
    return {
      kind: result.error.outcome === 'unknown' ? 'unknown' : 'refused',
      message: result.message,
    };
  }

  private async refresh(seller: Seller): Promise<Seller> {
    const accountId = accountOf(seller);
    if (accountId === null) return seller;
    const result = await this.accounts.retrieveConnectedAccount(accountId);
    if (!result.success) {
      const problem = result.message;
      this.logger.warn(`seller ${seller.key}: ${problem}`);
      return this.store.update(seller.key, (known) => ({ ...known, problem }));
    }
    const { verified } = result.data;
    return this.store.update(seller.key, (known) => ({ ...known, verified, problem: null }));
  }
}

/** The seller of the form, undefined for a key that is made up. */
export function knownSeller(key: string): MarketSeller | undefined {
  return MARKET_SELLERS.find((seller) => seller.key === key);
}

function isOf(seller: Seller, accountId: string): boolean {
  return isSame(accountOf(seller), accountId);
}

/** The service writes ids in either case. */
function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
