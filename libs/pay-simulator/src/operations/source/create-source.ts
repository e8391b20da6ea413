import { requiredOnline } from '../../domain/named-rules.js';
import { refusal } from '../../domain/refusal.js';
import { isWebAddress } from '../../domain/web-address.js';
import type { Fields } from '../../http/fields.js';
import type { MerchantHandler } from '../handler.js';

/** A physical source has none. */
const ONLINE = { required: false };
const DOMAIN = {
  ...ONLINE,
  fits: (text: string) => /^[^\s/:?#]+(:\d+)?$/.test(text),
  expected: 'a domain without scheme and path',
};

/** Adds a payment source. It can be used immediately, without approval. @see contract/openapi/fees-sources.yaml source.createSource */
export const createSource: MerchantHandler = ({ sources }, { body }) => {
  body.require(...requiredOnline(body.boolean('isPhysical') ?? false));
  const code = body.code('sourceCode', { required: true });
  const name = body.text('name', { required: true });
  const addresses = readSiteAddresses(body);
  body.check();
  if (sources.find(code)) throw refusal(409, `A source with code ${code} already exists`);
  sources.save({ code, name, ...addresses }, 'outside');
  return { status: 200 };
};

/** Reads the site's success and failure URLs. A physical source uses the default URLs. */
function readSiteAddresses(body: Fields): { readonly successUrl?: string; readonly failureUrl?: string } {
  const domain = body.text('domain', DOMAIN);
  const site = `${body.boolean('isSecure', ONLINE) === false ? 'http' : 'https'}://${domain}`;
  const readAddress = (path: string): string =>
    `${site}/${(body.text(path, ONLINE) ?? '').replace(/^\//, '')}`;
  const addresses = { successUrl: readAddress('pathSuccess'), failureUrl: readAddress('pathFail') };
  if (domain === undefined) return {};
  if (!isWebAddress(site)) body.expect('domain', DOMAIN.expected);
  else if (!Object.values(addresses).every(isWebAddress))
    body.expect('pathSuccess, pathFail', 'paths without white space and backslashes');
  return addresses;
}
