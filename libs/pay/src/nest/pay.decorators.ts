import { Inject } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { getPayHttpToken, getPayToken } from './pay.tokens.js';
import type { PayPlace } from './pay.tokens.js';

type InjectDecorator = ParameterDecorator & PropertyDecorator;

/**
 * Injects a client or area of a named PayModule, or an area of a particular client if several clients have it.
 *
 * @param of - Name of a PayModule, name of a client, or both.
 * @example
 * constructor(@InjectPay(PayPayments, 'shop-gr') private readonly payments: PayPayments) {}
 * @example
 * constructor(@InjectPay(PayWebhooks, 'marketplace') private readonly webhooks: PayWebhooks) {}
 */
export function InjectPay(target: Type, of?: string | PayPlace): InjectDecorator {
  return Inject(getPayToken(target, of));
}

/**
 * Injects the HttpService that makes all calls of a PayModule's clients. You can add interceptors to its `axiosRef`.
 * It makes no other calls, unless you passed your own HttpService as the option `http`.
 *
 * @param account - Name of the PayModule. Default: the default account.
 * @example
 * constructor(@InjectPayHttp() http: HttpService) {
 *   http.axiosRef.interceptors.request.use((config) => config);
 * }
 */
export function InjectPayHttp(account?: string): InjectDecorator {
  return Inject(getPayHttpToken(account));
}
