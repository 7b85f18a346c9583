import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { impactOf } from './diff-impact.ts';
import { type BareDifference, type Difference, IMPACTS } from './difference.ts';
import { type Path, pointerOf } from './path.ts';
import { readParameters } from './read-parameters.ts';

const KINDS = ['removed', 'changed', 'added'] as const;

/**
 * Compares two manifests by meaning: lists of scopes, events and domains as sets; commands, shortcuts and steps by their ids;
 * parameters whichever form they have. What an update would delete comes first: it has no merge, so what is left out is deleted.
 */
export function diffManifests(before: Json, after: Json): readonly Difference[] {
  const found: BareDifference[] = [];
  compare(meaningOf(before), meaningOf(after), [], found);
  return found
    .map((difference) => ({
      ...difference,
      pointer: pointerOf(difference.path),
      impact: impactOf(difference),
    }))
    .sort(
      (one, other) =>
        KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
        IMPACTS.indexOf(one.impact) - IMPACTS.indexOf(other.impact),
    );
}

/** Brings a manifest into one form: what does not matter is left out. */
function meaningOf(root: Json): Json {
  if (!isJsonObject(root)) return root;
  const { $schema: _, ...rest } = root;
  return Object.fromEntries(
    Object.entries(rest).map(([section, value]) => [
      section,
      (section === 'functions' || section === 'workflows') && isJsonObject(value)
        ? withParameters(value)
        : value,
    ]),
  );
}

function withParameters(section: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(section).map(([name, entry]) => [name, isJsonObject(entry) ? withOneForm(entry) : entry]),
  );
}

function withOneForm(entry: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      if (key === 'input_parameters' || key === 'output_parameters') return [key, parametersOf(value)];
      if (key === 'steps' && Array.isArray(value)) return [key, value.map(withoutUsualType)];
      return [key, value];
    }),
  );
}

function parametersOf(value: Json): Json {
  const parameters = [...readParameters(value, [])].map(([name, parameter]) => {
    const { is_required: _, ...rest } = isJsonObject(parameter.value) ? parameter.value : {};
    return [name, { ...rest, is_required: parameter.isRequired }] as const;
  });
  return Object.fromEntries(parameters);
}

function withoutUsualType(step: Json): Json {
  if (!isJsonObject(step) || step['type'] !== 'function') return step;
  const { type: _, ...rest } = step;
  return rest;
}

/** Lists whose order says nothing. */
const SETS: ReadonlySet<string> = new Set([
  'bot',
  'user',
  'bot_optional',
  'user_optional',
  'bot_events',
  'user_events',
  'metadata_subscriptions',
  'unfurl_domains',
  'outgoing_domains',
  'redirect_urls',
  'allowed_ip_address_ranges',
  'supported_languages',
  'app_directory_categories',
  'entity_types',
]);

/** Lists whose items are told apart by a key. */
const IDS: Readonly<Record<string, string>> = {
  slash_commands: 'command',
  shortcuts: 'callback_id',
  workflow_steps: 'callback_id',
  functions: 'callback_id',
  steps: 'id',
  suggested_prompts: 'title',
  actions: 'name',
};

function compare(before: Json, after: Json, path: Path, found: BareDifference[]): void {
  if (isJsonObject(before) && isJsonObject(after)) {
    compareEntries(before, after, path, found);
    return;
  }
  const key = String(path.at(-1));
  if (Array.isArray(before) && Array.isArray(after)) {
    if (SETS.has(key)) compareEntries(asSet(before), asSet(after), path, found);
    else if (Object.hasOwn(IDS, key)) compareEntries(byId(before, key), byId(after, key), path, found);
    else if (JSON.stringify(before) !== JSON.stringify(after))
      found.push({ kind: 'changed', path, before, after });
    if (key === 'steps') compareOrder(before, after, path, found);
    return;
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) found.push({ kind: 'changed', path, before, after });
}

function compareEntries(before: JsonObject, after: JsonObject, path: Path, found: BareDifference[]): void {
  for (const key of Object.keys({ ...before, ...after })) {
    const one = Object.hasOwn(before, key) ? before[key] : undefined;
    const other = Object.hasOwn(after, key) ? after[key] : undefined;
    const here = [...path, key];
    if (one !== undefined && other !== undefined) compare(one, other, here, found);
    else if (one !== undefined) removedOrAdded('removed', one, here, found);
    else if (other !== undefined) removedOrAdded('added', other, here, found);
  }
}

/** Sections and lists whose entries matter one by one. */
const EXPANDED: ReadonlySet<string> = new Set([
  'functions',
  'workflows',
  'datastores',
  'types',
  'scopes',
  'oauth_config',
  'settings',
]);

function removedOrAdded(kind: 'removed' | 'added', value: Json, path: Path, found: BareDifference[]): void {
  const key = String(path.at(-1));
  const isExpanded =
    path.length <= 2 && EXPANDED.has(key) && isJsonObject(value) && Object.keys(value).length > 0;
  if (isExpanded && isJsonObject(value)) {
    for (const [name, child] of Object.entries(value)) removedOrAdded(kind, child, [...path, name], found);
    return;
  }
  if (Array.isArray(value) && SETS.has(key) && value.length > 0) {
    for (const item of Object.keys(asSet(value)))
      found.push({ kind, path: [...path, item], ...valued(kind, item) });
    return;
  }
  found.push({ kind, path, ...valued(kind, value) });
}

const valued = (kind: 'removed' | 'added', value: Json) =>
  kind === 'removed' ? { before: value } : { after: value };

function asSet(list: readonly Json[]): JsonObject {
  return Object.fromEntries(
    list.map((item) => [typeof item === 'string' ? item : JSON.stringify(item), item]),
  );
}

function byId(list: readonly Json[], key: string): JsonObject {
  const name = IDS[key] ?? '';
  return Object.fromEntries(
    list.map((item, index) => {
      const id = isJsonObject(item) ? item[name] : undefined;
      return [typeof id === 'string' ? id : `[${index}]`, item];
    }),
  );
}

/** Steps run in their order. */
function compareOrder(
  before: readonly Json[],
  after: readonly Json[],
  path: Path,
  found: BareDifference[],
): void {
  const one = Object.keys(byId(before, 'steps'));
  const other = Object.keys(byId(after, 'steps'));
  const shared = one.filter((id) => other.includes(id));
  const moved = other.filter((id) => one.includes(id));
  if (shared.join('\n') !== moved.join('\n'))
    found.push({ kind: 'changed', path, before: shared, after: moved });
}
