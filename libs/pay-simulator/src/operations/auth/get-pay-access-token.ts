import type { GetPayAccessTokenBody } from '../request-values.generated.js';
import { TOKEN_LIFETIME_SECONDS } from '../../domain/access-tokens.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';

const EXPECTED = {
  unsupported_grant_type: 'the form field grant_type=client_credentials',
  invalid_client: 'a client ID and its secret',
  invalid_scope: 'scopes of the client',
};

/** Exchanges client credentials from the Basic header or the form for a bearer token. @see contract/openapi/auth.yaml */
export const getPayAccessToken: Handler<Partial<GetPayAccessTokenBody>> = ({ tokens }, { body, basic }) => {
  const refuse = (error: keyof typeof EXPECTED) => ({
    status: 400,
    json: { error },
    refused: `${error}: expected ${EXPECTED[error]}`,
  });
  if (body.grant_type !== 'client_credentials') return refuse('unsupported_grant_type');
  const clientId = basic?.user ?? body.client_id ?? '';
  const clientSecret = basic?.password ?? body.client_secret ?? '';
  const token = tokens.issue(clientId, clientSecret, body.scope);
  if (typeof token === 'string') return refuse(token);
  return ok({
    access_token: token.value,
    expires_in: TOKEN_LIFETIME_SECONDS,
    token_type: 'Bearer',
    scope: token.scopes.join(' '),
  });
};
