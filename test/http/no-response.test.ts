import { describe, expect, it } from 'vitest';
import { noResponse } from '../../src/http/no-response.ts';
import { ProxyFault } from '../../src/http/proxy-fault.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const HOST = 'api.example';

/** Describes an error, with the request already sent or not. */
function told(error: unknown, wasSent: boolean, timedOut?: number) {
  const { outcome, isPermanent, isUnknownHost, message } = noResponse(error, HOST, { wasSent, timedOut });
  return `${outcome}${isPermanent ? ' for ever' : ''}${isUnknownHost ? ' unknown host' : ''}: ${message}`;
}

describe('reasons for a missing response', () => {
  it.each([
    ['ENOTFOUND', 'notSent for ever unknown host: cannot reach api.example: the host name does not exist'],
    ['EAI_AGAIN', 'notSent: cannot reach api.example: the host name could not be looked up'],
    ['ECONNREFUSED', 'notSent: cannot reach api.example: the connection was refused'],
    ['EHOSTUNREACH', 'notSent: cannot reach api.example: the host is unreachable'],
    ['ENETUNREACH', 'notSent: cannot reach api.example: the network is unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'notSent: cannot reach api.example: no connection within the time allowed'],
    ['ERR_PROXY_CLOSED', 'notSent: cannot reach api.example: the proxy closed the connection'],
    [
      'ERR_PROXY_NOT_HTTP',
      'notSent for ever: cannot reach api.example: the response of the proxy is not HTTP',
    ],
    [
      'UND_ERR_INVALID_ARG',
      'notSent for ever: cannot reach api.example: the request is invalid and cannot be sent',
    ],
    [
      'CERT_HAS_EXPIRED',
      'notSent for ever: the certificate of api.example is not trusted (CERT_HAS_EXPIRED)',
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'notSent for ever: the certificate of api.example is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'notSent for ever: the certificate of api.example is not trusted (SELF_SIGNED_CERT_IN_CHAIN)',
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'notSent for ever: the certificate of api.example is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    ],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'notSent for ever: TLS error from api.example (ERR_SSL_WRONG_VERSION_NUMBER)',
    ],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'notSent for ever: TLS error from api.example (ERR_TLS_HANDSHAKE_TIMEOUT)'],
    ['EPROTO', 'notSent for ever: TLS error from api.example (EPROTO)'],
  ])('reports with %s that nothing was sent, at any stage of the request', (code, words) => {
    expect(told(coded(code), true)).toBe(words);
    expect(told(coded(code), false)).toBe(words);
  });

  it.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'unknown: api.example: no response within the time allowed'],
    ['UND_ERR_BODY_TIMEOUT', 'unknown: api.example: the response was cut off'],
    ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'unknown for ever: api.example: the response is larger than allowed'],
    ['UND_ERR_SOCKET', 'unknown: api.example: the connection was closed before the response was complete'],
    ['ECONNRESET', 'unknown: api.example: the connection broke'],
    ['EPROTOTYPE', 'unknown: api.example: the connection broke'],
    ['NO_CERT_', 'unknown: api.example: the connection broke'],
  ])('reports with %s an unknown outcome once the request was sent', (code, words) => {
    expect(told(coded(code), true)).toBe(words);
    expect(told(coded(code), false)).toMatch(/^notSent: cannot reach api\.example: /);
  });

  it('names the reason of a failed connection', () => {
    expect(told(coded('ETIMEDOUT'), false)).toBe('notSent: cannot reach api.example: no connection in time');
    expect(
      told(coded('ECONNRESET', 'socket disconnected before secure TLS connection was established'), false),
    ).toBe('notSent: cannot reach api.example: the connection was closed during the TLS handshake');
    expect(told(coded('UND_ERR_SOCKET'), false)).toBe(
      'notSent: cannot reach api.example: the connection was closed before the response was complete',
    );
  });

  it('distinguishes a timeout before and after sending', () => {
    expect(told(undefined, true, 2000)).toBe(
      'unknown: no complete response from api.example within 2 seconds',
    );
    expect(told(undefined, false, 2000)).toBe(
      'notSent: cannot reach api.example: no connection within 2 seconds',
    );
  });

  it.each([
    [407, 'notSent for ever'],
    [499, 'notSent for ever'],
    [500, 'notSent'],
    [503, 'notSent'],
  ])('a refusal of a proxy with %i is permanent only for a client error', (status, kind) => {
    expect(told(new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`), true)).toBe(
      `${kind}: the proxy refused the connection to api.example (${status})`,
    );
  });

  it('finds the cause inside wrapped errors', () => {
    const refused = coded('ECONNREFUSED');
    const words = 'notSent: cannot reach api.example: the connection was refused';
    expect(told(new AggregateError([refused, coded('ENETUNREACH')]), true)).toBe(words);
    expect(told(new Error('a', { cause: new Error('b', { cause: refused }) }), true)).toBe(words);
    expect(told(new Error('a', { cause: 'nothing' }), true)).toBe(
      'unknown: api.example: the connection broke',
    );
    expect(told('nothing', true)).toBe('unknown: api.example: the connection broke');
  });

  it('does not retry a response that is not HTTP', () => {
    const error = Object.assign(new Error('expected HTTP/'), {
      name: 'HTTPParserError',
      code: 'HPE_INVALID',
    });
    expect(told(error, true)).toBe('unknown for ever: api.example: the response is not HTTP');
  });
});

describe('faults of a proxy', () => {
  const refusal = (status: number) => new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);

  it.each<[string, unknown, boolean]>([
    ['no connection to it', new ProxyFault('p.example:1', coded('ECONNREFUSED')), true],
    ['a closed connection', coded('ERR_PROXY_CLOSED'), true],
    ['no response to CONNECT', coded('ERR_PROXY_SILENT'), true],
    ['a response that is not HTTP', coded('ERR_PROXY_NOT_HTTP'), true],
    ['refused credentials', refusal(407), true],
    ['a refused host', refusal(403), true],
    ['a refused method', refusal(405), true],
    ['a service that it cannot reach', refusal(502), false],
    ['no connection to the service', coded('ECONNREFUSED'), false],
  ])('are told from those of the service: %s', (_, error, isProxyFault) => {
    expect(noResponse(error, HOST, { wasSent: false })).toMatchObject({ outcome: 'notSent', isProxyFault });
  });

  it('may have a cause with several addresses', () => {
    const refused = new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')]);
    expect(told(new ProxyFault('p.example:1', refused), false)).toBe(
      'notSent: cannot reach the proxy p.example:1: the connection was refused',
    );
  });
});
