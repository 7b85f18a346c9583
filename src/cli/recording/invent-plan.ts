import type { Plan } from '../../bulk/plan/plan-file.ts';
import { planFrom } from '../../bulk/plan/plan-shapes.ts';
import { SANDBOX_PROFILE } from '../../profiles/profile.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import { isErrorCode, isKnownName, isKnownSegment } from '../../recording/structure.ts';
import { asJson, isJsonObject, parseJson } from '../../rules/json-value.ts';
import type { Json } from '../../spec/protocol-types.ts';
import { type ChangeId, changeId } from '../../values/ids.ts';
import { knownMethod } from '../../webapi/webapi-client.ts';
import { inventColumn } from './invent-input.ts';
import { inventDigest, inventFileName, inventOrigin } from './invent-names.ts';
import { isOwnWord } from './own-words.ts';
import type { WordInventors } from './word-inventors.ts';

type Rule = (piece: string, invent: WordInventors) => string;

const keepRule: Rule = (piece) => piece;
const descriptionRule: Rule = (piece, { exchange }) => exchange.value(piece, 'description');
const digest: Rule = (piece, { value, digests }) => digests.get(piece) ?? inventDigest(piece, value);
const ifKnown =
  (isKnown: (piece: string) => boolean): Rule =>
  (piece, { value }) =>
    isKnown(piece) ? piece : value.text(piece);
const ifMethod = ifKnown((piece) => knownMethod(piece) !== undefined);

const forEach = (names: string, rule: Rule) =>
  Object.fromEntries(names.split(' ').map((name) => [name, rule]));

/** Rules for texts in plans and records, by member name. All other texts are treated as personal data. */
const RULES: Readonly<Record<string, Rule>> = {
  ...forEach(
    'format version scimVersion mode kind guestKind implies verb how state type tool clear withheld match',
    keepRule,
  ),
  ...forEach('onBadRow encoding delimiter decimal basis rate rates minRows maxBlanked maxBadRows', keepRule),
  ...forEach('message expected example why closed unclear', descriptionRule),
  ...forEach('digest hash', digest),
  ...forEach('notKept path', ifKnown(isKnownName)),
  ...forEach('method name', ifMethod),
  code: ifKnown(isErrorCode),
  file: (piece, { value }) => inventFileName(piece, value),
  origin: (piece, { exchange }) => inventOrigin(piece, exchange),
  profile: ifKnown((piece) => piece === SANDBOX_PROFILE.name || piece === NO_PROFILE),
  where: (piece, { exchange }) => exchange.expression(piece, isOwnWord),
  resource: (piece, { value }) => value.textExcept(piece, isKnownSegment),
};
const CHANGE_REFERENCES = new Set(['after', 'behind', 'createdBy', 'managerCreatedBy', 'change']);
const REQUEST_BODIES = new Set(['body', 'bodies', 'arguments']);
/** Objects whose keys are personal data. */
const BY_ID = new Set(['people', 'managers']);
const VALUES_OF_USERS = new Set(['user', 'before', 'set', 'after']);
/**
 * Matches IDs of changes that derive from lines and positions. All others contain the ID of a user or group.
 */
const PLACED = /^U*(?:L|G|N|R)+\d+[a-z]?\d*[a-z]?$/;

/** Replaces personal data in a plan and in the records of its run. */
export interface PlanInventor {
  /** Undefined if the plan would be invalid with invented values. */
  readonly plan: Plan | undefined;
  /** Replaces a part of a plan or record. @param path the member names that lead to it */
  part(value: Json, path: readonly string[]): Json;
}

export function inventPlan(real: Plan, invent: WordInventors): PlanInventor {
  const { value, exchange } = invent;
  const ids = new Map(real.changes.map(({ id }, at): [string, ChangeId] => [id, placedId(id, at)]));
  const text = (piece: string, path: readonly string[]): string => {
    const name = path.at(-1) ?? '';
    if (VALUES_OF_USERS.has(path.at(-2) ?? '')) return exchange.value(piece, name);
    if (isReference(path)) return ids.get(piece) ?? value.text(piece);
    const isFeedName = name === 'name' && path.at(-2) === 'feed';
    return (isFeedName ? RULES['file'] : RULES[name])?.(piece, invent) ?? exchange.value(piece, name);
  };
  const part = (one: Json, path: readonly string[]): Json => {
    if (typeof one === 'string') return text(one, path);
    if (Array.isArray(one)) return one.map((entry) => part(entry, path));
    if (!isJsonObject(one)) return one;
    const name = path.at(-1) ?? '';
    if (REQUEST_BODIES.has(name)) return parseJson(exchange.body(JSON.stringify(one), ''));
    const named = (key: string) =>
      BY_ID.has(name) ? value.text(key) : name === 'columns' ? inventColumn(key, value) : key;
    return Object.fromEntries(
      Object.entries(one).map(([key, member]) => [named(key), part(member, [...path, key])]),
    );
  };
  const read = planFrom(part(asJson(real), []));
  return { plan: 'value' in read ? read.value : undefined, part };
}

function isReference(path: readonly string[]): boolean {
  const name = path.at(-1) ?? '';
  return CHANGE_REFERENCES.has(name) || (name === 'id' && path.length === 2 && path[0] === 'changes');
}

/** @param at the position of the change in its plan */
function placedId(id: ChangeId, at: number): ChangeId {
  return PLACED.test(id) ? id : changeId(`X${at + 1}`);
}
