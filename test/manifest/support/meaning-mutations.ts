import type { Json, JsonObject } from '../../../src/spec/protocol-types.ts';

/**
 * Changes of a manifest that do or do not change its meaning. They repeat the specification (WEB §2.6, §9)
 * independently of the program.
 */

type Path = readonly (string | number)[];
type Random = () => number;

/** Lists whose order has no meaning. */
const SETS = [
  /^oauth_config\.redirect_urls$/,
  /^oauth_config\.scopes\.\w+$/,
  /^settings\.allowed_ip_address_ranges$/,
  /^settings\.event_subscriptions\.\w+$/,
  /^features\.(unfurl_domains|slash_commands|rich_previews\.entity_types)$/,
  /^app_directory\.(app_directory_categories|supported_languages)$/,
  /^outgoing_domains$/,
  /^(functions|workflows)\.\w+\.\w+_parameters\.required$/,
];
/** Lists whose order has a meaning. */
const ORDERED = [
  /^features\.shortcuts$/,
  /\.suggested_prompts$/,
  /^workflows\.\w+\.steps$/,
  /\.inputs\.\w+$/,
  /\.elements$/,
];

/** Empty collections, which mean the same as a missing key. */
const EMPTY: readonly (readonly [Path, Json])[] = [
  [['settings', 'siws_links'], {}],
  [['features', 'rich_previews'], {}],
  [['features', 'workflow_steps'], []],
  [['oauth_config', 'redirect_urls'], []],
  [['oauth_config'], { scopes: { bot: [], user: [] } }],
  [['datastores'], {}],
  [['types'], {}],
  [['outgoing_domains'], []],
  [['settings', 'event_subscriptions'], { bot_events: [], metadata_subscriptions: [] }],
  [['app_directory'], {}],
];

/** Returns a manifest with the same meaning in a different form. */
export function sameMeaning(data: Json, seed: number): Json {
  const random = randomFrom(seed);
  const often = () => random() < 0.5;
  let result = rebuilt(data, [], (value, path) => {
    const words = path.join('.');
    if (Array.isArray(value) && SETS.some((set) => set.test(words))) return shuffled(value, random);
    if (words === 'display_information.background_color' && typeof value === 'string')
      return often() ? value.toUpperCase() : longColor(value).toLowerCase();
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
    return withForms(Object.fromEntries(shuffled(Object.entries(value), random)), path, often);
  });
  for (const [path, value] of EMPTY) if (often()) result = withMissing(result, path, value);
  if (often()) result = withMissing(result, ['$schema'], 'x');
  return result;
}

/** Adds or removes values that equal their default. */
function withForms(object: JsonObject, path: Path, often: () => boolean): JsonObject {
  const words = path.join('.');
  if (/^features\.slash_commands\.\d+$/.test(words)) return defaulted(object, 'should_escape', false, often);
  if (/^workflows\.\w+\.steps\.\d+$/.test(words) && object['type'] !== undefined)
    return defaulted(object, 'type', 'function', often);
  if (words === '_metadata') return defaulted(object, 'major_version', 1, often);
  const isV1 =
    /^(functions|workflows)\.\w+\.\w+_parameters\.\w+$/.test(words) && object['type'] !== undefined;
  return isV1 ? defaulted(object, 'is_required', false, often) : object;
}

function defaulted(object: JsonObject, key: string, usual: Json, often: () => boolean): JsonObject {
  if (object[key] !== undefined && object[key] !== usual) return object;
  const { [key]: _, ...rest } = object;
  return often() ? { ...rest, [key]: usual } : rest;
}

/** Returns a manifest with one change of its meaning. */
export function changedMeaning(data: Json, choice: number): { readonly what: string; readonly data: Json } {
  const choices: { what: string; data: Json }[] = [];
  visit(data, [], (value, path) => {
    const words = path.join('.');
    if (Array.isArray(value) && value.length > 1 && ORDERED.some((list) => list.test(words))) {
      value.slice(1).forEach((_, index) => {
        const swapped = [...value];
        [swapped[index], swapped[index + 1]] = [swapped[index + 1] ?? null, swapped[index] ?? null];
        choices.push({ what: `swap ${words}.${index}`, data: replaced(data, path, swapped) });
      });
    }
    if ((typeof value === 'object' && value !== null) || /_parameters\.required/.test(words)) return;
    choices.push({ what: `change ${words}`, data: replaced(data, path, otherThan(value)) });
    if (!isDefault(words, value))
      choices.push({ what: `remove ${words}`, data: replaced(data, path, undefined) });
  });
  const chosen = choices[choice % choices.length];
  if (chosen === undefined) throw new Error('a manifest without anything to change');
  return chosen;
}

function isDefault(words: string, value: Json): boolean {
  return (
    (/should_escape$/.test(words) && value === false) ||
    (/_parameters\.\w+\.is_required$/.test(words) && value === false) ||
    (/^_metadata\.major_version$/.test(words) && value === 1) ||
    (/steps\.\d+\.type$/.test(words) && value === 'function')
  );
}

function otherThan(value: Json): Json {
  if (typeof value === 'string') return /^#[0-9a-f]+$/i.test(value) ? '#010203' : `${value}x`;
  if (typeof value === 'number') return value + 1;
  return value !== true;
}

const longColor = (color: string) =>
  color.length === 4 ? `#${[...color.slice(1)].map((c) => c + c).join('')}` : color;

function rebuilt(value: Json, path: Path, change: (value: Json, path: Path) => Json): Json {
  const inner: Json = Array.isArray(value)
    ? value.map((item: Json, index) => rebuilt(item, [...path, index], change))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, child]) => [key, rebuilt(child, [...path, key], change)]),
        )
      : value;
  return change(inner, path);
}

function visit(value: Json, path: Path, seen: (value: Json, path: Path) => void): void {
  seen(value, path);
  if (Array.isArray(value)) value.forEach((item: Json, index) => void visit(item, [...path, index], seen));
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) visit(child, [...path, key], seen);
}

function replaced(data: Json, path: Path, value: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (Array.isArray(data)) {
    return data.flatMap((item: Json, index) => {
      if (index !== step) return [item];
      return rest.length === 0 && value === undefined ? [] : [replaced(item, rest, value)];
    });
  }
  return Object.fromEntries(
    Object.entries(data as JsonObject).flatMap(([key, child]) => {
      if (key !== step) return [[key, child]];
      return rest.length === 0 && value === undefined ? [] : [[key, replaced(child, rest, value)]];
    }),
  );
}

function withMissing(data: Json, path: Path, value: Json): Json {
  const [step = '', ...rest] = path;
  const object = data as JsonObject;
  const before = object[step];
  if (rest.length === 0) return before === undefined ? { ...object, [step]: value } : object;
  return { ...object, [step]: withMissing(before ?? {}, rest, value) };
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

/** A small seeded random number generator (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
