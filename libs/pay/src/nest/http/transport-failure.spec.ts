import { describe, expect, it } from '@jest/globals';
import { AxiosError, CanceledError } from 'axios';
import { TransportError } from '../../core/http/transport.js';
import { toTransportError } from './transport-failure.js';

const system = (code: string, syscall?: string) => Object.assign(new Error('a message'), { code, syscall });
const viaAxios = (cause: Error & { code?: string }) => AxiosError.from(cause, cause.code);
const everyAddress = (...errors: Error[]) => Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' });

describe('a failure of an adapter that is not ours', () => {
  it.each([
    ['refused', viaAxios(system('ECONNREFUSED', 'connect')), false],
    ['no such host', viaAxios(system('ENOTFOUND', 'getaddrinfo')), false],
    ['name server away', viaAxios(system('EAI_AGAIN', 'getaddrinfo')), false],
    ['connect timed out', viaAxios(system('ETIMEDOUT', 'connect')), false],
    ['host unreachable at connect', viaAxios(system('EHOSTUNREACH', 'connect')), false],
    ['certificate expired', viaAxios(system('CERT_HAS_EXPIRED')), false],
    [
      'every address failed to connect',
      viaAxios(everyAddress(system('ETIMEDOUT', 'connect'), system('ENETUNREACH', 'connect'))),
      false,
    ],
    [
      'one address was reached',
      viaAxios(everyAddress(system('ETIMEDOUT', 'connect'), system('ECONNRESET', 'read'))),
      true,
    ],
    ['reset', viaAxios(system('ECONNRESET', 'read')), true],
    ['timed out while reading', viaAxios(system('ETIMEDOUT', 'read')), true],
    ['host unreachable while writing', viaAxios(system('EHOSTUNREACH', 'write')), true],
    ['broken TLS', viaAxios(system('EPROTO', 'write')), true],
    ["axios' own timeout", new AxiosError('timeout of 5000ms exceeded', AxiosError.ECONNABORTED), true],
    ['an error of an interceptor', new Error('boom'), true],
    ['no error at all', undefined, true],
  ])('%s', (_, error, sent) => {
    expect(toTransportError(error, null, 1)).toMatchObject({ problem: 'connection', sent });
  });

  it.each([0, 2])('after %i attempts is not known by the last error', (attempts) => {
    const refused = viaAxios(system('ECONNREFUSED', 'connect'));
    expect(toTransportError(refused, null, attempts)).toMatchObject({ sent: true });
  });

  it('may be an end that the caller wanted, or too long an answer', () => {
    expect(toTransportError(new CanceledError(), null, 1)).toMatchObject({ problem: 'aborted', sent: true });
    const tooLong = new AxiosError('maxContentLength size of 10 exceeded', AxiosError.ERR_BAD_RESPONSE);
    expect(toTransportError(tooLong, null, 1)).toMatchObject({ problem: 'too-large', sent: true });
  });
});

describe('a failure of our own adapter', () => {
  it('is known by its cause, and by what was sent before', () => {
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

  it('never carries the message or the error itself on', () => {
    const error = viaAxios(Object.assign(new Error('Authorization: Bearer abc'), { code: 'ECONNRESET' }));
    const seen = toTransportError(error, null, 1);
    expect(`${seen.message} ${JSON.stringify(seen)} ${String(seen.cause)}`).not.toContain('Bearer');
  });
});

describe('a rejection that cannot be read', () => {
  const trap = (name: string): unknown =>
    Object.defineProperty(new Error('away'), name, {
      get: () => {
        throw new Error(`the ${name} is a trap`);
      },
    });
  const revoked = (): unknown => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };
  it.each([
    ['a trap as cause', trap('cause')],
    ['a trap as code', trap('code')],
    ['a trap as errors', trap('errors')],
    ['a revoked proxy', revoked()],
    ['a revoked proxy as cause', new Error('away', { cause: revoked() })],
    ['a symbol', Symbol('away')],
    ['null', null],
  ])('may have left: %s', (_, error) => {
    expect(toTransportError(error, null, 1)).toMatchObject({ problem: 'connection', sent: true });
    expect(toTransportError(error, false, 1)).toMatchObject({ problem: 'connection', sent: false });
  });
});
