import { describe, expect, it } from '@jest/globals';
import { AxiosError, CanceledError } from 'axios';
import { TransportError } from '../../core/http/transport.js';
import { toTransportError } from './transport-failure.js';

const system = (code: string, syscall?: string) => Object.assign(new Error('a message'), { code, syscall });
const axiosError = (cause: Error & { code?: string }) => AxiosError.from(cause, cause.code);
const allAddresses = (...errors: Error[]) => Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' });

describe('toTransportError() for an adapter of the user', () => {
  it.each([
    ['a refused connection', axiosError(system('ECONNREFUSED', 'connect')), false],
    ['an unknown host', axiosError(system('ENOTFOUND', 'getaddrinfo')), false],
    ['an unavailable name server', axiosError(system('EAI_AGAIN', 'getaddrinfo')), false],
    ['a timeout while connecting', axiosError(system('ETIMEDOUT', 'connect')), false],
    ['an unreachable host while connecting', axiosError(system('EHOSTUNREACH', 'connect')), false],
    ['an expired certificate', axiosError(system('CERT_HAS_EXPIRED')), false],
    [
      'failed connections to all addresses',
      axiosError(allAddresses(system('ETIMEDOUT', 'connect'), system('ENETUNREACH', 'connect'))),
      false,
    ],
    [
      'a connection to one of two addresses',
      axiosError(allAddresses(system('ETIMEDOUT', 'connect'), system('ECONNRESET', 'read'))),
      true,
    ],
    ['a reset connection', axiosError(system('ECONNRESET', 'read')), true],
    ['a timeout while reading', axiosError(system('ETIMEDOUT', 'read')), true],
    ['an unreachable host while writing', axiosError(system('EHOSTUNREACH', 'write')), true],
    ['a TLS error while writing', axiosError(system('EPROTO', 'write')), true],
    ['the timeout of axios', new AxiosError('timeout of 5000ms exceeded', AxiosError.ECONNABORTED), true],
    ['an error of an interceptor', new Error('boom'), true],
    ['undefined', undefined, true],
  ])('%s', (_, error, sent) => {
    expect(toTransportError(error, null, 1)).toMatchObject({ problem: 'connection', sent });
  });

  it.each([0, 2])('after %i attempts, the last error does not prove that nothing was sent', (attempts) => {
    const refused = axiosError(system('ECONNREFUSED', 'connect'));
    expect(toTransportError(refused, null, attempts)).toMatchObject({ sent: true });
  });

  it('recognizes an abort and a response that is too long', () => {
    expect(toTransportError(new CanceledError(), null, 1)).toMatchObject({ problem: 'aborted', sent: true });
    const tooLong = new AxiosError('maxContentLength size of 10 exceeded', AxiosError.ERR_BAD_RESPONSE);
    expect(toTransportError(tooLong, null, 1)).toMatchObject({ problem: 'too-large', sent: true });
  });
});

describe('toTransportError() for the adapter of PayModule', () => {
  it('reads the cause, and counts earlier attempts that were sent', () => {
    const unsent = Object.assign(new AxiosError('x'), {
      cause: new TransportError('connection', false, 'ECONNREFUSED'),
    });
    expect(toTransportError(unsent, false, 1)).toMatchObject({ sent: false, causeCode: 'ECONNREFUSED' });
    expect(toTransportError(unsent, true, 1)).toMatchObject({ sent: true });
    expect(toTransportError(new Error('circuit open'), false, 1)).toMatchObject({
      problem: 'connection',
      sent: false,
    });
    expect(toTransportError(new CanceledError(), false, 1)).toMatchObject({
      problem: 'aborted',
      sent: false,
    });
  });

  it('passes on neither the message nor the error', () => {
    const error = axiosError(Object.assign(new Error('Authorization: Bearer abc'), { code: 'ECONNRESET' }));
    const seen = toTransportError(error, null, 1);
    expect(`${seen.message} ${JSON.stringify(seen)} ${String(seen.cause)}`).not.toContain('Bearer');
  });
});

describe('toTransportError() for a value that cannot be read', () => {
  const unreadable = (name: string): unknown =>
    Object.defineProperty(new Error('failed'), name, {
      get: () => {
        throw new Error(`${name} cannot be read`);
      },
    });
  const revoked = (): unknown => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };
  it.each([
    ['an unreadable cause', unreadable('cause')],
    ['an unreadable code', unreadable('code')],
    ['unreadable errors', unreadable('errors')],
    ['a revoked proxy', revoked()],
    ['a revoked proxy as cause', new Error('failed', { cause: revoked() })],
    ['a symbol', Symbol('failed')],
    ['null', null],
  ])('counts %s as sent, unless the adapter says otherwise', (_, error) => {
    expect(toTransportError(error, null, 1)).toMatchObject({ problem: 'connection', sent: true });
    expect(toTransportError(error, false, 1)).toMatchObject({ problem: 'connection', sent: false });
  });
});
