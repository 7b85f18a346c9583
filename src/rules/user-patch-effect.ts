import type { Json, JsonObject } from '../spec/protocol-types.ts';
import {
  IGNORED_CORE_ATTRIBUTES,
  MULTI_VALUED,
  PLAIN_STRINGS,
  READ_ONLY_ATTRIBUTES,
} from '../spec/scim-schemas.ts';
import { booleanFrom } from './attribute-shape.ts';
import { isJsonObject } from './json-value.ts';
import { pathParts, readWrittenPatch, type WrittenOperation } from './patch-operations.ts';
import { extensionOfUri } from './schema-uris.ts';

/** The effect of a user-written PATCH on a user, as far as the guards need it. */
export interface UserPatchEffect {
  /** The last assignment wins. */
  readonly active?: boolean;
  readonly guest?: boolean;
  /** New userNames and e-mail addresses of the user. */
  readonly names: readonly string[];
  /** New managers, by ID, userName or address. */
  readonly managers: readonly string[];
  /** Why parts of the effect are unknown. */
  readonly unclear: readonly string[];
}

/**
 * Returns the effect of user-written PATCH bodies, with operations or attributes, on a user (SCIM §2.3,
 * §4.3).
 */
export function userPatchEffect(bodies: readonly JsonObject[]): UserPatchEffect {
  const effect: Effect = { names: [], managers: [], unclear: [] };
  for (const body of bodies) {
    const { operations, unclear } = readWrittenPatch(body);
    for (const one of unclear) effect.unclear.push(one);
    for (const operation of operations)
      if (!apply(operation, effect)) effect.unclear.push(`"${operation.path}" cannot be read`);
  }
  return effect;
}

interface Effect {
  active?: boolean;
  guest?: boolean;
  readonly names: string[];
  readonly managers: string[];
  readonly unclear: string[];
}

/** @returns whether the operation could be read. */
function apply(operation: WrittenOperation, effect: Effect): boolean {
  const { path, value } = operation;
  const [, uri = '', sub] = EXTENSION_PATH.exec(path.trim()) ?? [];
  const extension = extensionOfUri(uri);
  if (extension === 'enterprise') return applyEnterprise(sub, value, effect);
  if (extension === 'guest') return applyGuest(operation, sub, effect);
  if (extension === 'profile') return true;
  const parts = pathParts(path);
  if (parts === undefined) return false;
  const { name, filter } = parts;
  if (name === 'active')
    return filter === undefined && parts.sub === undefined && applyActive(operation, effect);
  if (name === 'manager' || name === 'managerid') return addManager(value, effect);
  const texts = NAMES.includes(name) ? textsIn(value) : [];
  for (const text of texts) if (name !== 'emails' || text.includes('@')) effect.names.push(text);
  return KNOWN.includes(name);
}

function applyActive({ op, value }: WrittenOperation, effect: Effect): boolean {
  const active = op === 'remove' ? undefined : booleanFrom(value ?? null);
  if (active === undefined) return false;
  effect.active = active;
  return true;
}

function applyEnterprise(sub: string | undefined, value: Json | undefined, effect: Effect): boolean {
  if (sub !== undefined) return !/^manager\b/i.test(sub) || addManager(value, effect);
  if (!isJsonObject(value)) return true;
  for (const [name, inner] of Object.entries(value)) if (/^manager\b/i.test(name)) addManager(inner, effect);
  return true;
}

/** Records a manager in any form: `{managerId}`, `{value}`, or a plain ID. */
function addManager(value: Json | undefined, { managers }: Effect): true {
  for (const text of textsIn(value)) if (text.trim() !== '') managers.push(text);
  return true;
}

function applyGuest({ op, value }: WrittenOperation, sub: string | undefined, effect: Effect): boolean {
  if (sub?.toLowerCase() === 'expiration') return true;
  const guest = op !== 'remove' && value !== null;
  // Of two contradictory values, the service decides which one wins.
  const isContradiction = effect.guest !== undefined && effect.guest !== guest;
  effect.guest = guest;
  return !isContradiction;
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The URI of an extension, optionally with a sub-attribute after a colon or a period. */
export const EXTENSION_PATH = /^(urn:.*?:extension:.*?:(?:1\.0|2\.0)(?::User)?)(?:[:.](.+))?$/is;

/** Attributes that identify users; userName and nickName are one value (SCIM §4.3). */
const NAMES = ['username', 'nickname', 'emails'];

const KNOWN = [
  ...NAMES,
  ...PLAIN_STRINGS,
  ...Object.keys(MULTI_VALUED),
  ...IGNORED_CORE_ATTRIBUTES,
  ...READ_ONLY_ATTRIBUTES,
  'schemas',
  'name',
  'address',
  'password',
  'profileUrl',
].map((name) => name.toLowerCase());
