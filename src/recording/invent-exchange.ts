import { secretsInBody } from '../http/secret-members.ts';
import type { HttpRequest, HttpResponse } from '../http/transport.ts';
import { rewriteJson } from '../json/rewrite-json.ts';
import { isProbeValue } from '../spec/probe-words.ts';
import { decodedUri } from '../values/decoded-uri.ts';
import type { Inventor } from './invent-text.ts';
import { createValueInventor, SECRET, type ValueInventor } from './invent-values.ts';
import { isDiscoveryValue, isKnownSegment, isTag, RECORDED_HEADERS } from './structure.ts';

const DISCOVERY = /\/(?:ServiceProviderConfigs?|ResourceTypes|Schemas)(?:[/?]|$)/;
const LOCATIONS = /^(?:location|\$ref)$/i;
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\]|sandbox\.localhost)$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Replaces personal data in requests, responses and their URLs. */
export interface ExchangeInventor extends ValueInventor {
  url(real: string): string;
  /**
   * Replaces values in JSON or other text.
   * @param about the URL of the request
   */
  body(real: string, about: string): string;
  request(real: HttpRequest): InventedRequest;
  response(real: HttpResponse, about: string): InventedResponse;
}

export interface InventedRequest {
  readonly method: HttpRequest['method'];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface InventedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export function createExchangeInventor(invent: Inventor): ExchangeInventor {
  const values = createValueInventor(invent);
  const json = (real: string, about: string): string | undefined => {
    const isDiscovery = DISCOVERY.test(about);
    // In an operation of a PATCH, the name of the secret is a value itself.
    const secrets = secretsInBody(real);
    return rewriteJson(real, {
      name: values.name,
      text: (piece, path) => {
        const name = path.at(-1) ?? '';
        if (secrets.includes(piece)) return SECRET;
        if (LOCATIONS.test(name) && URL.canParse(piece)) return url(piece);
        return isDiscovery && isDiscoveryValue(piece) ? piece : values.value(piece, name);
      },
      number: (piece, path) => values.number(piece, path.at(-1) ?? ''),
    });
  };
  const argument = (real: string, name: string): string =>
    (/^[[{]/.test(real) ? json(real, '') : undefined) ?? values.value(real, name);
  const form = (real: string): string => {
    const pairs = [...new URLSearchParams(real)].map(([name, given]): [string, string] => [
      values.name(name),
      argument(given, name),
    ]);
    return new URLSearchParams(pairs).toString();
  };
  const url = (real: string): string => {
    const { protocol, hostname, port, pathname, search } = new URL(real);
    const host = OWN_HOST.test(hostname) ? hostname : inventHost(hostname, invent);
    const path = pathname.split('/').map((segment) => inventSegment(segment, values));
    const query = search === '' ? '' : `?${form(search.slice(1))}`;
    return `${protocol}//${host}${port === '' ? '' : `:${port}`}${path.join('/')}${query}`;
  };
  const body = (real: string, about: string) => json(real, about) ?? invent.textExcept(real, isTag);
  const headers = (real: HttpRequest['headers']) => inventHeaders(real, invent, url);
  return {
    ...values,
    url,
    body,
    request: (real) => ({
      method: real.method,
      url: url(real.url),
      headers: headers(real.headers),
      ...(real.body === undefined
        ? {}
        : { body: isForm(real.headers) ? form(real.body) : body(real.body, real.url) }),
    }),
    response: (real, about) => ({
      status: real.status,
      headers: headers(real.headers),
      body: real.body.length === 0 ? '' : body(new TextDecoder().decode(real.body), about),
    }),
  };
}

/**
 * Replaces a host name; a host of this machine stays local, because only that may receive a token over http.
 */
function inventHost(host: string, { text }: Inventor): string {
  const [, name, end = ''] = /^(.*?)(\.localhost)?$/s.exec(host) ?? [];
  return text(name ?? host) + end;
}

function inventSegment(segment: string, { value }: ValueInventor): string {
  const plain = decodedUri(segment);
  if (isKnownSegment(plain) || isProbeValue(plain)) return segment;
  const made = value(plain, '');
  return plain === segment ? made : encodeURIComponent(made);
}

/** Returns the recorded headers; all others are omitted, including their names. */
function inventHeaders(
  real: HttpRequest['headers'],
  invent: Inventor,
  url: (real: string) => string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, given] of Object.entries(real)) {
    const isDate = HTTP_DATE.test(given) && (name === 'date' || name === 'retry-after');
    if (isDate) kept[name] = new Date(invent.time(Date.parse(given))).toUTCString();
    else if (name === 'location' && URL.canParse(given)) kept[name] = url(given);
    else if (name === 'x-ratelimit-reset' && /^\d{10}$/.test(given)) kept[name] = invent.seconds(given);
    else {
      // The name of a quota may be a person's.
      const told = name.startsWith('ratelimit') ? given.replace(/"[^"]*"/g, '"policy"') : given;
      if (RECORDED_HEADERS[name]?.test(told) === true) kept[name] = told;
    }
  }
  return kept;
}

function isForm(headers: HttpRequest['headers']): boolean {
  return headers['content-type']?.includes('form-urlencoded') === true;
}
