import type { ManifestField, ObjectField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import { PARAMETER } from '../spec/manifest-function-fields.ts';
import { allKeys, homesOf, nearestKey } from './known-keys.ts';
import type { Path } from './path.ts';

/** A field of the manifest, found by the name that a user gave. */
export interface NamedField {
  readonly field: ManifestField;
  /** Its full name: `functions.<callback_id>.title`, `features.slash_commands[].url`. */
  readonly name: string;
  /** Whether its parent object requires it. */
  readonly isRequired: boolean;
  /** Whether only the published schema requires it. */
  readonly isUsuallyRequired: boolean;
  /** A path of the field in a version 2 manifest, with names of the example. */
  readonly path: Path;
}

/** A field, or the known names closest to an unknown one. */
export type FoundField =
  | { readonly found: NamedField }
  | { readonly unknown: string; readonly known: readonly string[]; readonly suggestion: string | undefined };

/** Display forms of names that the author of a manifest chooses. */
const NAME_PLACEHOLDERS: Readonly<Record<string, string>> = {
  functions: '<callback_id>',
  workflows: '<name>',
  datastores: '<name>',
  types: '<name>',
  attributes: '<attribute>',
  inputs: '<input>',
  suggested_triggers: '<name>',
};

/**
 * Finds a field by its path: `settings.event_subscriptions.bot_events`, `functions.greet.title`,
 * `features.slash_commands[0].url`, a JSON pointer, or a single key with only one place.
 */
export function findField(words: string): FoundField {
  const steps = stepsIn(words);
  const [only] = steps;
  if (steps.length === 1 && only !== undefined && !Object.hasOwn(MANIFEST.fields, only)) {
    const homes = homesOf(only);
    if (homes.length === 1) return followSteps((homes[0] ?? []).map(String));
    if (homes.length > 1)
      return { unknown: only, known: homes.map((home) => home.join('.')), suggestion: undefined };
  }
  return followSteps(steps);
}

function stepsIn(words: string): readonly string[] {
  if (words.startsWith('/'))
    return words
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return words
    .replace(/\[(\d*)\]/g, '.[]')
    .split('.')
    .filter((step) => step !== '');
}

function followSteps(steps: readonly string[]): FoundField {
  let current: NamedField = {
    field: MANIFEST,
    name: '',
    isRequired: true,
    isUsuallyRequired: false,
    path: [],
  };
  for (const step of steps) {
    // A key after a list belongs to its items.
    while (current.field.kind === 'list' && !isIndex(step)) current = itemOf(current, current.field.items);
    const next = childOf(current, step);
    if (next === undefined) {
      const known = keysOf(current.field);
      const alone = steps.length === 1 ? nearestKey(step, allKeys()) : undefined;
      return { unknown: step, known, suggestion: nearestKey(step, known) ?? alone };
    }
    current = next;
  }
  return { found: current };
}

const isIndex = (step: string) => step === '[]' || /^\d+$/.test(step);

function itemOf(holder: NamedField, field: ManifestField): NamedField {
  return {
    ...holder,
    field,
    name: `${holder.name}[]`,
    path: [...holder.path, 0],
    isRequired: false,
    isUsuallyRequired: false,
  };
}

function childOf(holder: NamedField, step: string): NamedField | undefined {
  const { field } = holder;
  switch (field.kind) {
    case 'object':
      return keyOf(holder, field, step);
    case 'list':
      return itemOf(holder, field.items);
    case 'listOrMap':
      return itemOf(holder, field.entries);
    case 'map':
      return authorNamedEntry(holder, field.entries, NAME_PLACEHOLDERS[lastKey(holder)] ?? '<name>');
    case 'parameters':
      return parameterOf(holder, step);
    default:
      return undefined;
  }
}

const lastKey = ({ name }: NamedField) => name.split('.').at(-1) ?? '';
const joined = (name: string, key: string) => (name === '' ? key : `${name}.${key}`);

function keyOf(holder: NamedField, field: ObjectField, key: string): NamedField | undefined {
  const child = Object.hasOwn(field.fields, key) ? field.fields[key] : undefined;
  if (child === undefined) return undefined;
  return {
    field: child,
    name: joined(holder.name, key),
    isRequired: field.required?.includes(key) === true,
    isUsuallyRequired: field.usualRequired?.includes(key) === true,
    path: [...holder.path, key],
  };
}

/** Returns an entry whose name the author chooses. */
function authorNamedEntry(holder: NamedField, field: ManifestField, shown: string): NamedField {
  const name = joined(holder.name, shown);
  return { field, name, isRequired: false, isUsuallyRequired: false, path: [...holder.path, shown] };
}

/** Finds a parameter, named with or without the `properties` of version 2. */
function parameterOf(holder: NamedField, step: string): NamedField {
  const path = [...holder.path, step];
  const bare = { isUsuallyRequired: false, path };
  if (step === 'properties')
    return { ...bare, field: PROPERTIES, name: `${holder.name}.properties`, isRequired: true };
  if (step === 'required')
    return { ...bare, field: REQUIRED, name: `${holder.name}.required`, isRequired: false };
  return authorNamedEntry(holder, PARAMETER, '<parameter>');
}

const PROPERTIES: ManifestField = {
  kind: 'map',
  version: 2,
  description: 'Parameters by name.',
  entries: PARAMETER,
};
const REQUIRED: ManifestField = {
  kind: 'list',
  version: 2,
  description: 'Names of the required parameters.',
  isSet: true,
  items: { kind: 'text', description: 'Name of a parameter.' },
};

function keysOf(field: ManifestField): readonly string[] {
  return field.kind === 'object' ? Object.keys(field.fields) : [];
}
