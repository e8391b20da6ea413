import { Inject } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { PayClientName } from './pay.client-table.js';
import { getPayToken, PAY_HTTP } from './pay.tokens.js';

/**
 * Injects an area of a particular client, where two clients have it.
 *
 * @example constructor(@InjectPay(PayWebhooks, 'marketplace') private readonly webhooks: PayWebhooks) {}
 */
export function InjectPay(target: Type, client?: PayClientName): ParameterDecorator & PropertyDecorator {
  return Inject(getPayToken(target, client));
}

/**
 * Injects the HttpService that every call of the clients goes through, to add interceptors to its `axiosRef`.
 * It makes no other calls, unless it is the one that you brought as the option `http`.
 */
export function InjectPayHttp(): ParameterDecorator & PropertyDecorator {
  return Inject(PAY_HTTP);
}
