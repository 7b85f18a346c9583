import { isJsonObject } from '../rules/json-value.ts';
import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import { MANIFEST_EXAMPLE } from '../spec/manifest-example.ts';
import type { ManifestField } from '../spec/manifest-field-types.ts';
import { MANIFEST_PATTERNS } from '../spec/manifest-patterns.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import { impactOf } from './diff-impact.ts';
import type { Impact } from './difference.ts';
import type { NamedField } from './field-at.ts';
import { scopesOfField } from './field-scopes.ts';
import type { Path } from './path.ts';
import { items, limit, usualLimits } from './usual-limits.ts';

/** The documentation of one field of a manifest. */
export interface FieldExplanation {
  readonly path: string;
  readonly description: string;
  readonly type: string;
  readonly required: string;
  readonly limits: readonly string[];
  readonly default?: Json;
  readonly versions: string;
  readonly scopes: string;
  readonly update: string;
  readonly isDeprecated: boolean;
  /** An excerpt of a manifest, from the root to the field. */
  readonly example: Json;
}

/** Documents a field from the table of fields (WEB §2.6, §9). @param vendor the word before `#/` */
export function explainField(named: NamedField, vendor: string): FieldExplanation {
  const { field, name, isRequired, isUsuallyRequired } = named;
  return {
    path: name,
    description: field.description,
    type: typeOf(field, vendor),
    required: isRequired ? 'yes' : isUsuallyRequired ? 'by the published schema' : 'no',
    limits: limitsOf(field),
    ...defined({ default: field.defaultValue }),
    versions: versionsOf(name, field),
    scopes: scopesOfField(name),
    update: updateOf(named),
    isDeprecated: field.isDeprecated === true,
    example: exampleOf(named),
  };
}

const TYPES = {
  text: 'string',
  boolean: 'boolean',
  integer: 'integer',
  list: 'list',
  object: 'object',
  map: 'object with names of your choice',
  parameters: 'object of parameters',
  listOrMap: 'list, or object with names of your choice',
  any: 'anything',
} as const satisfies Record<ManifestField['kind'], string>;

function typeOf(field: ManifestField, vendor: string): string {
  if (field.kind === 'list') return `list of ${plural(typeOf(field.items, vendor))}`;
  if (field.kind === 'text' && field.values !== undefined) return `one of ${field.values.join(', ')}`;
  if (field.kind === 'text' && field.offers === 'runtimes') return `one of remote, ${vendor}`;
  if (field.kind === 'integer' && field.values !== undefined) return `one of ${field.values.join(', ')}`;
  return TYPES[field.kind];
}

const plural = (type: string) => (/^(?:string|object|integer)$/.test(type) ? `${type}s` : type);

function limitsOf(field: ManifestField): readonly string[] {
  const usual = usualLimits(field).map((words) => `usually ${words}`);
  switch (field.kind) {
    case 'text':
      return [...textLimits(field), ...usual];
    case 'list': {
      const each = limitsOf(field.items).join(', ');
      return [
        ...limit(field.maxItems, (count) => `at most ${items(count)}`),
        ...usual,
        ...(field.distinct === undefined ? [] : ['unique items']),
        ...(each === '' ? [] : [`each item: ${each}`]),
      ];
    }
    case 'map':
      return [
        ...usual,
        ...(field.hasCallbackIds === true ? ['names in snake_case, at most 100 characters'] : []),
      ];
    case 'object':
      return field.required === undefined ? [] : [`needs ${field.required.join(', ')}`];
    default:
      return [];
  }
}

function textLimits({
  minLength,
  maxLength,
  pattern,
  offers,
}: ManifestField & { kind: 'text' }): readonly string[] {
  return [
    ...limit(minLength, (count) => (count === 1 ? 'not empty' : `at least ${count} characters`)),
    ...limit(maxLength, (count) => `at most ${count} characters`),
    ...limit(pattern, (name) => MANIFEST_PATTERNS[name].expected),
    ...(offers === 'events' ? [`${Object.keys(MANIFEST_EVENTS).length} event types are known`] : []),
  ];
}

/** A parameter key that only version 1 reads. */
const IS_REQUIRED = /_parameters\.(?:.*\.)?<[^>]+>\.is_required$/;

function versionsOf(name: string, field: ManifestField): string {
  if (field.version === 2) return '2 only';
  if (IS_REQUIRED.test(name)) return '1; in version 2, use the list "required"';
  return '1 and 2';
}

const EFFECTS: Readonly<Record<Impact, string>> = {
  'deletes-live-data':
    'an update without it deletes it and its data on the service; a new name creates a new one',
  'cannot-remove': 'once set it can be changed but not removed: an update without it changes nothing',
  breaking: 'an update without it, or with another type, breaks what uses it',
  'needs-new-approval': 'a new one requires a new approval of the app',
  'needs-verification': 'a new one must be verified by hand in the settings of the app',
  'changes-behavior': 'an update without it removes it: updates do not merge',
  harmless: 'an update without it removes it: updates do not merge',
};

function updateOf({ field, name, path, isRequired }: NamedField): string {
  if (name === '') return 'updates do not merge: omitted keys are deleted, and lists are replaced as a whole';
  if (/^oauth_config\.scopes\.\w+(?:\[\])?$/.test(name))
    return 'a new scope requires a new approval of the app; an omitted scope is removed';
  if (name === 'settings.event_subscriptions.request_url') return EFFECTS['needs-verification'];
  const impact = impactOf({ kind: 'removed', path: impactPath(path), before: sampleFor(field) });
  if (isRequired && impact !== 'deletes-live-data' && impact !== 'breaking') return 'it is required';
  return field.kind === 'list' && impact !== 'breaking'
    ? `${EFFECTS[impact]}; the list is replaced as a whole`
    : EFFECTS[impact];
}

/** Removes the `properties` of version 2, without which parameters are compared. */
const impactPath = (path: Path): Path => path.filter((step, index) => step !== 'properties' || index < 3);

const sampleFor = (field: ManifestField): Json =>
  field.kind === 'parameters' ? { name: { type: 'string' } } : {};

/** Cuts the field with its surroundings out of the example manifest. */
function exampleOf({ path, field, name }: NamedField): Json {
  const example = sampleAt(MANIFEST_EXAMPLE, path, SAMPLES[field.kind]);
  // Only version 1 reads is_required; the parameters and steps of the example are in version 2.
  if (IS_REQUIRED.test(name)) return withoutProperties(example);
  return /^(?:functions|workflows)(?:\.|$)/.test(name) && isJsonObject(example)
    ? { _metadata: { major_version: 2 }, ...example }
    : example;
}

/** Returns parameters in the form of version 1: listed directly. */
function withoutProperties(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const { properties } = value;
  return isJsonObject(properties)
    ? withoutProperties(properties)
    : Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutProperties(child)]));
}

/** Values of fields that the example does not contain. */
const SAMPLES = {
  text: 'text',
  boolean: true,
  integer: 1,
  list: [],
  object: {},
  map: {},
  parameters: {},
  listOrMap: [],
  any: {},
} as const satisfies Record<ManifestField['kind'], Json>;

function sampleAt(value: Json | undefined, path: Path, sample: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? sample;
  if (typeof step === 'number') {
    const first = Array.isArray(value) ? value[0] : undefined;
    return [sampleAt(first, rest, sample)];
  }
  const object: JsonObject = isJsonObject(value) ? value : {};
  if (Object.hasOwn(object, step)) return { [step]: sampleAt(object[step], rest, sample) };
  // The parameters of the example are in version 2.
  if (isJsonObject(object['properties'])) return { properties: sampleAt(object['properties'], path, sample) };
  const [own] = step.startsWith('<') ? Object.keys(object) : [];
  const name = own ?? step;
  return { [name]: sampleAt(own === undefined ? undefined : object[own], rest, sample) };
}
