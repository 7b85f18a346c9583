import { isDeeperThan } from '../json/json-depth.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { bearerTokenIn } from './bearer.ts';
import { REQUEST_BOUNDS } from './bounds.ts';
import type { SandboxRequest } from './scim-service.ts';
import { WebError } from './web-error.ts';

/** Content of a Web API request, independent of its encoding (WEB §1). */
export interface WebRequest {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Names of arguments from a JSON body. */
  readonly inJson: ReadonlySet<string>;
  readonly token: string | undefined;
  /** Values for `response_metadata.warnings` (assumption `web-warnings`). */
  readonly warnings: readonly string[];
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';
const TYPES: readonly string[] = [JSON_TYPE, FORM, MULTIPART, 'text/plain'];
const LATIN = 'iso-8859-1';
const CHARSETS: readonly string[] = ['utf-8', LATIN];

/**
 * Reads the arguments from the query and the body, and the token from the header or the arguments (WEB §1,
 * §5; assumptions `token-as-parameter`, `text-plain`).
 * @throws WebError missing_post_type, invalid_post_type, invalid_charset, invalid_form_data, request_timeout,
 * invalid_json, json_not_object
 */
export async function readWebRequest(request: SandboxRequest): Promise<WebRequest> {
  const query = fields(new URL(request.url).searchParams);
  const { body = '' } = request;
  const sent = request.method === 'GET' || body === '' ? NOTHING : await readBody(request, body);
  const given = { ...query, ...sent.arguments };
  const bearer = bearerTokenIn(request.headers['authorization']);
  const parameter = typeof given['token'] === 'string' ? given['token'] : '';
  return {
    arguments: given,
    inJson: sent.isJson === true ? new Set(Object.keys(sent.arguments)) : new Set(),
    token: bearer ?? (parameter === '' ? undefined : parameter),
    warnings: sent.warnings,
  };
}

interface Body {
  readonly isJson?: true;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

const NOTHING: Body = { arguments: {}, warnings: [] };

async function readBody({ headers }: SandboxRequest, body: string): Promise<Body> {
  const header = headers['content-type'] ?? '';
  if (header === '') throw new WebError('missing_post_type');
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type)) throw new WebError('invalid_post_type');
  const charset = /;\s*charset="?([^";\s]*)"?/i.exec(header)?.[1]?.toLowerCase();
  if (charset !== undefined && !CHARSETS.includes(charset)) throw new WebError('invalid_charset');
  const isLatin = charset === LATIN;
  const length = Buffer.byteLength(body, isLatin ? 'latin1' : 'utf8');
  if (Number(headers['content-length'] ?? 0) > length) throw new WebError('request_timeout');
  if (type === JSON_TYPE) {
    const warnings = charset === undefined ? ['missing_charset'] : [];
    return { isJson: true, arguments: readJson(body), warnings };
  }
  if (type === MULTIPART) return { arguments: await readMultipart(header, body), warnings: [] };
  return {
    arguments: isLatin ? readLatinForm(body) : readForm(body),
    warnings: charset === undefined ? [] : ['superfluous_charset'],
  };
}

function readJson(body: string): Readonly<Record<string, unknown>> {
  if (isDeeperThan(REQUEST_BOUNDS.jsonDepth, body)) throw new WebError('invalid_json');
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new WebError('invalid_json');
  }
  if (!isJsonObject(parsed)) throw new WebError('json_not_object');
  return parsed;
}

function readForm(body: string): Readonly<Record<string, unknown>> {
  try {
    for (const part of body.split(/[&=]/)) decodeURIComponent(part);
  } catch {
    throw new WebError('invalid_form_data');
  }
  return fields(new URLSearchParams(body));
}

/** Parses a form in iso-8859-1: each escape is one byte, and each byte is one character (WEB §1). */
function readLatinForm(body: string): Readonly<Record<string, unknown>> {
  if (/%(?![0-9a-f]{2})/i.test(body)) throw new WebError('invalid_form_data');
  const decoded = (part: string) =>
    part
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  const pairs = body
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    });
  return fields(pairs);
}

async function readMultipart(header: string, body: string): Promise<Readonly<Record<string, unknown>>> {
  const boundary = /;\s*boundary="?([^";]+)"?/i.exec(header)?.[1];
  if (boundary === undefined || !body.includes(`--${boundary}`)) throw new WebError('invalid_form_data');
  if (!body.includes(`--${boundary}--`)) throw new WebError('request_timeout');
  try {
    const form = await new Response(body, { headers: { 'content-type': header } }).formData();
    return fields([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
  } catch {
    throw new WebError('invalid_form_data');
  }
}

function fields(pairs: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  return Object.fromEntries([...pairs]);
}
