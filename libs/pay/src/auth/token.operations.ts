import { defineOperation } from '../core/operation/operation.js';
import { TokenRequest } from './token.types.js';
import type { TokenResponse } from './token.types.js';

const TOKEN_EXCHANGE = {
  method: 'POST',
  host: 'accounts',
  path: '/connect/token',
  auth: 'clientBasic',
  retry: 'safe',
  options: { dto: TokenRequest, in: 'form' },
  answer: {
    kind: 'json',
    required: ['access_token', 'expires_in'],
    members: { types: { access_token: 'text' } },
  },
  failureCode: 'tokenerror',
} as const;

/** The exchange that every OAuth call makes for itself. */
export const GET_ACCESS_TOKEN = defineOperation<TokenResponse, 'tokenerror'>()({
  id: 'auth.getPayAccessToken',
  spoken: 'the token exchange',
  ...TOKEN_EXCHANGE,
});

/** The same exchange with the cloud terminal's credentials; the whole answer goes to the caller. */
export const GET_CLOUD_TERMINAL_ACCESS_TOKEN = defineOperation<TokenResponse, 'tokenerror'>()({
  id: 'auth.getCloudTerminalAccessToken',
  spoken: 'getCloudTerminalAccessToken',
  ...TOKEN_EXCHANGE,
});
