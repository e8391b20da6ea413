import { Inject } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Marketplace } from '../clients/marketplace.js';
import { PayISV } from '../clients/pay-isv.js';
import { PayWallet } from '../clients/pay-wallet.js';
import { getPayHttpToken, getPayToken } from './pay.tokens.js';
import type { PayPlace } from './pay.tokens.js';

type InjectDecorator = ParameterDecorator & PropertyDecorator;

/**
 * Injects a client or area of a PayModule with a name, or an area of a particular client where two clients have it.
 *
 * @param of the name of a PayModule, a client's name, or both.
 * @example constructor(@InjectPay(PayPayments, 'shop-gr') private readonly payments: PayPayments) {}
 * @example constructor(@InjectPay(PayWebhooks, 'marketplace') private readonly webhooks: PayWebhooks) {}
 */
export function InjectPay(target: Type, of?: string | PayPlace): InjectDecorator {
  return Inject(getPayToken(target, of));
}

/** Injects the merchant's client of the PayModule with this name. */
export function InjectPayWallet(account?: string): InjectDecorator {
  return InjectPay(PayWallet, { account });
}

/** Injects the ISV's client of the PayModule with this name. */
export function InjectPayIsv(account?: string): InjectDecorator {
  return InjectPay(PayISV, { account });
}

/** Injects the platform's client of the PayModule with this name. */
export function InjectPayMarketplace(account?: string): InjectDecorator {
  return InjectPay(Marketplace, { account });
}

/**
 * Injects the HttpService that every call of a PayModule's clients goes through, to add interceptors to its `axiosRef`.
 * It makes no other calls, unless it is the one that you brought as the option `http`.
 *
 * @param account the name of the PayModule. Default: the one without a name.
 */
export function InjectPayHttp(account?: string): InjectDecorator {
  return Inject(getPayHttpToken(account));
}
