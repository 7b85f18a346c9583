import { isScimErrorCode } from '../../rules/error-code.ts';
import { SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import { type DocumentedRule, SCIM_RULES } from '../../spec/scim-rules.ts';
import { WEB_ERROR_CODES, type WebErrorCode } from '../../spec/webapi-error-codes.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../spec/webapi-methods.ts';
import { keysOf } from '../../values/keys-of.ts';
import type { ExchangeHead, Refusal } from './exchange.ts';

/** Codes about the token and its app. */
const TOKEN_CODES: readonly WebErrorCode[] = [
  'not_authed',
  'invalid_auth',
  'token_expired',
  'token_revoked',
  'account_inactive',
  'not_allowed_token_type',
  'missing_scope',
  'two_factor_setup_required',
];
/** Codes about the encoding of a call. */
const ENCODING_CODES: readonly WebErrorCode[] = [
  'invalid_post_type',
  'missing_post_type',
  'invalid_charset',
  'invalid_form_data',
  'invalid_array_arg',
  'invalid_arg_name',
  'ratelimited',
];

/**
 * Returns the rule and remedy for a code; the code alone if it is not documented.
 * @param found detail that the service gives with the code
 */
export function refusalOf(
  code: string,
  found: string | undefined,
  { api, operation }: Pick<ExchangeHead, 'api' | 'operation'>,
): Refusal {
  const known = api === 'Web API' ? webRule(code, operation) : scimRule(code);
  return { code, ...known, ...(found === undefined || found === '' ? {} : { found }) };
}

function scimRule(word: string): (DocumentedRule & Pick<Refusal, 'remedy'>) | undefined {
  const code = isScimErrorCode(word) ? word : undefined;
  if (code === undefined) return undefined;
  return { ...SCIM_RULES[code], remedy: SCIM_ERROR_CODES[code].remedy };
}

function webRule(
  word: string,
  operation: string | undefined,
): (DocumentedRule & Pick<Refusal, 'remedy'>) | undefined {
  const code = keysOf(WEB_ERROR_CODES).find((known) => known === word);
  if (code === undefined) return undefined;
  const { meaning, remedy } = WEB_ERROR_CODES[code];
  return { section: webSection(code, operation), rule: meaning, remedy };
}

/**
 * Returns the section of a code: that of the method if it lists the code as its own, else the general one.
 */
export function webSection(code: WebErrorCode, operation: string | undefined): string {
  if (TOKEN_CODES.includes(code)) return 'WEB §5 rule 1';
  const method = Object.entries<WebApiMethod>(WEB_API_METHODS).find(([name]) => name === operation)?.[1];
  if (method?.errors.includes(code) === true) return method.section;
  if (ENCODING_CODES.includes(code)) return 'WEB §1';
  const { from } = WEB_ERROR_CODES[code];
  if (from === 'installation') return 'WEB §5 rule 3';
  if (from === 'json') return 'WEB §1';
  if (from === 'everyMethod' || method === undefined) return from === 'everyMethod' ? 'WEB §7' : 'WEB §4';
  return method.section;
}
