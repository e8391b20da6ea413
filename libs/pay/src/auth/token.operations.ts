import type { Operation } from '../core/operation/operation.js';
import { TokenRequest } from './token.types.js';
import type { TokenResponse } from './token.types.js';

const TOKEN_EXCHANGE = {
  method: 'POST',
  host: 'accounts',
  path: '/connect/token',
  parameters: {},
  auth: 'clientBasic',
  retry: 'safe',
  options: { dto: TokenRequest, in: 'form' },
  response: {
    kind: 'json',
    required: ['access_token', 'expires_in'],
    types: { access_token: 'text' },
  },
  failureCode: 'tokenerror',
} as const;

/** Token exchange within an OAuth call. */
export const GET_ACCESS_TOKEN: Operation<TokenResponse, 'tokenerror'> = {
  id: 'auth.getPayAccessToken',
  displayName: 'the token exchange',
  ...TOKEN_EXCHANGE,
};

/** Token exchange for the caller, with the cloud terminal's credentials. */
export const GET_CLOUD_TERMINAL_ACCESS_TOKEN: Operation<TokenResponse, 'tokenerror'> = {
  id: 'auth.getCloudTerminalAccessToken',
  displayName: 'getCloudTerminalAccessToken',
  ...TOKEN_EXCHANGE,
};
