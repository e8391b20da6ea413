import { BadRequest } from '../../http/bad-request.js';
import type { GetSourcesQuery, PluginsCreateSourceBody } from '../request-values.generated.js';
import type { PaymentSource } from '../../domain/sources.js';
import { refusal } from '../../domain/refusal.js';
import { isWebAddress } from '../../domain/web-address.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { isLoopbackHost } from '../../http/allowed-hosts.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Lists the merchant's payment sources, or one of them. @see contract/openapi/plugins.yaml plugins.getSources */
export const getSources: MerchantHandler<object, GetSourcesQuery> = ({ sources }, { query }) => {
  const { sourceCode: code } = query;
  const found = sources.list().filter((source) => code === undefined || source.code === code);
  if (found.length === 0) throw refusal(404, 'No payment source was found');
  return ok(found.map(sourceView));
};

/** Creates a payment source for a shop. It is active at once. @see contract/openapi/plugins.yaml plugins.createSource */
export const createSource: MerchantHandler<PluginsCreateSourceBody> = ({ sources }, { body }) => {
  const { sourceCode: code, name, domain, paramCancelOrder: cancelParameter } = body;
  const scheme = isLoopbackHost(domain.replace(/:\d+$/, '')) ? 'http' : 'https';
  const [successUrl, failureUrl] = (['pathSuccess', 'pathFail'] as const).map((path) => {
    const address = `${scheme}://${domain}/${body[path].replace(/^\//, '')}`;
    if (!isWebAddress(address)) throw BadRequest.ofRule(path, 'a path of the domain');
    return address;
  });
  if (sources.find(code)) throw refusal(409, `A source with code ${code} already exists`);
  sources.save(
    { code, name, successUrl, failureUrl, ...(cancelParameter && { cancelParameter }) },
    'outside',
  );
  return { status: 200 };
};

function sourceView({ code, name, successUrl, failureUrl, active }: PaymentSource): JsonValue {
  const pathOf = (address: string): string => {
    const { pathname, search } = new URL(address);
    return (pathname + search).replace(/^\//, '');
  };
  return {
    sourceCode: code,
    name,
    domain: new URL(successUrl).host,
    state: active ? 1 : 0,
    pathSuccess: pathOf(successUrl),
    pathFail: pathOf(failureUrl),
  };
}
