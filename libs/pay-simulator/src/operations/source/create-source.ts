import { BadRequest } from '../../http/bad-request.js';
import { requireFields } from '../../http/request-values.js';
import type { CreateSourceBody } from '../request-values.generated.js';
import { requiredOnline } from '../../domain/named-rules.js';
import { refusal } from '../../domain/refusal.js';
import { isWebAddress } from '../../domain/web-address.js';
import type { MerchantHandler } from '../handler.js';

/** Adds a payment source. It can be used immediately, without approval. @see contract/openapi/fees-sources.yaml source.createSource */
export const createSource: MerchantHandler<CreateSourceBody> = ({ sources }, { body }) => {
  const { sourceCode: code, name, isPhysical = false } = body;
  requireFields(body, requiredOnline(isPhysical));
  const addresses = siteAddresses(body);
  if (sources.find(code)) throw refusal(409, `A source with code ${code} already exists`);
  sources.save({ code, name, ...addresses }, 'outside');
  return { status: 200 };
};

/** Returns the site's success and failure URLs. A physical source uses the default URLs. */
function siteAddresses({ domain, isSecure, pathSuccess = '', pathFail = '' }: Partial<CreateSourceBody>): {
  readonly successUrl?: string;
  readonly failureUrl?: string;
} {
  if (domain === undefined) return {};
  const site = `${isSecure === false ? 'http' : 'https'}://${domain}`;
  if (!isWebAddress(site)) throw BadRequest.ofRule('domain', 'a domain without scheme and path');
  const addressOf = (path: string): string => `${site}/${path.replace(/^\//, '')}`;
  const addresses = { successUrl: addressOf(pathSuccess), failureUrl: addressOf(pathFail) };
  if (!Object.values(addresses).every(isWebAddress))
    throw BadRequest.ofRule('pathSuccess, pathFail', 'paths without white space and backslashes');
  return addresses;
}
