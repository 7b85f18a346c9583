import type { ManifestField, ObjectField } from './manifest-field-types.ts';

/** The sections of a manifest that declare functions, workflows, datastores and types (WEB §2.6, §9). */

/** A parameter, an attribute of a datastore, or a custom type; further keys depend on its type. */
export const PARAMETER: ObjectField = {
  kind: 'object',
  description: 'A value with a type.',
  usualRequired: ['type'],
  isOpen: true,
  requiredBy: 'flag',
  fields: {
    type: { kind: 'text', description: 'Type of the value.', offers: 'types' },
    title: { kind: 'text', description: 'Title.' },
    description: { kind: 'text', description: 'What it is.' },
    is_required: { kind: 'boolean', description: 'Whether it is required (v1).' },
    is_hidden: { kind: 'boolean', description: 'Whether it is hidden from people.' },
    hint: { kind: 'text', description: 'A hint for people.' },
  },
};

/** A parameter of version 2, required if the list `required` names it (WEB §9). */
export const LISTED_PARAMETER: ObjectField = { ...PARAMETER, requiredBy: 'list' };

/** A value within another, or a parameter in the form of another version. */
export const INNER_PARAMETER: ObjectField = { ...PARAMETER, requiredBy: 'either' };

/** A custom type, whose keys the documents list (WEB §2.6; assumption `manifest-type-keys`). */
const CUSTOM_TYPE: ObjectField = { ...PARAMETER, warnsOfUnknown: true };

/** What a further key takes. */
export type OpenKind = 'any' | 'boolean' | 'list' | 'number' | 'object' | 'text';

/** Further keys of typed values, which depend on the type; undocumented, but used in public manifests. */
export const OPEN_KEYS: ReadonlyMap<string, OpenKind> = new Map([
  ['additionalProperties', 'any'],
  ['choices', 'list'],
  ['custom', 'any'],
  ['customizable', 'any'],
  ['default', 'any'],
  ['enum', 'list'],
  ['examples', 'any'],
  ['format', 'text'],
  ['id', 'any'],
  ['items', 'object'],
  ['long', 'any'],
  ['maxItems', 'number'],
  ['maxLength', 'number'],
  ['maximum', 'number'],
  ['minItems', 'number'],
  ['minLength', 'number'],
  ['minimum', 'number'],
  ['name', 'any'],
  ['nullable', 'boolean'],
  ['pattern', 'text'],
  ['properties', 'object'],
  ['render_condition', 'object'],
  ['required', 'list'],
  ['schedule', 'any'],
  ['value', 'any'],
  ['values', 'any'],
  ['webhook', 'any'],
  ['shortcut', 'any'],
  ['event', 'any'],
]);

/**
 * Maximum number of parameters of a function or workflow, of attributes of a datastore, and of custom types.
 */
export const MAX_PARAMETERS = 50;

/** Maximum length of a function's callback ID (WEB §2.6). */
export const MAX_CALLBACK_ID_LENGTH = 100;

/** Kinds of steps in v2 (WEB §9). */
export const STEP_TYPES = ['function', 'switch', 'conditional'] as const;

const STEP: ManifestField = {
  kind: 'object',
  description: 'A step of a workflow.',
  required: ['id', 'function_id', 'inputs'],
  fields: {
    id: { kind: 'text', description: 'ID of the step, by which later steps refer to it.', minLength: 1 },
    function_id: { kind: 'text', description: 'Reference to the function that it runs.', minLength: 1 },
    inputs: {
      kind: 'map',
      description: 'Inputs of the function; {{inputs.name}} and {{steps.id.output}} refer to earlier values.',
      entries: { kind: 'any', isValue: true, description: 'A value or a template.' },
    },
    type: {
      kind: 'text',
      version: 2,
      description: 'Kind of step.',
      values: STEP_TYPES,
      defaultValue: 'function',
    },
  },
};

const TRIGGER: ManifestField = {
  kind: 'object',
  description: 'A suggested trigger.',
  isOpen: true,
  usualRequired: ['type', 'inputs'],
  fields: {
    name: { kind: 'text', description: 'Name of the trigger.' },
    description: { kind: 'text', description: 'What it does.' },
    type: { kind: 'text', description: 'Kind of trigger.' },
    inputs: {
      kind: 'map',
      description: 'Inputs of the workflow.',
      entries: { kind: 'any', description: 'An input.' },
    },
  },
};

export const FUNCTION_FIELDS = {
  functions: {
    kind: 'map',
    description:
      'Functions that the app offers, by callback id. A changed id removes the old step and makes a new one.',
    usualMaxEntries: 50,
    hasCallbackIds: true,
    entries: {
      kind: 'object',
      description: 'A function.',
      required: ['title', 'description', 'input_parameters', 'output_parameters'],
      fields: {
        title: { kind: 'text', description: 'Title of the function.', maxLength: 255 },
        description: { kind: 'text', description: 'What it does.' },
        input_parameters: { kind: 'parameters', description: 'Input parameters.' },
        output_parameters: { kind: 'parameters', description: 'Output parameters.' },
      },
    },
  },
  workflows: {
    kind: 'map',
    description: 'Workflows of the app, by name.',
    usualMaxEntries: 50,
    entries: {
      kind: 'object',
      description: 'A workflow.',
      required: ['title', 'description', 'steps'],
      fields: {
        title: { kind: 'text', description: 'Title of the workflow.' },
        description: { kind: 'text', description: 'What it does.' },
        input_parameters: { kind: 'parameters', description: 'Input parameters.' },
        output_parameters: { kind: 'parameters', description: 'Output parameters.' },
        steps: {
          kind: 'list',
          description: 'Steps, in the order in which they run.',
          itemKey: 'id',
          items: STEP,
        },
        suggested_triggers: {
          kind: 'listOrMap',
          description: 'Triggers that are suggested to people.',
          entries: TRIGGER,
        },
      },
    },
  },
  datastores: {
    kind: 'map',
    description: 'Datastores of the app, by name.',
    usualMaxEntries: 10,
    entries: {
      kind: 'object',
      description: 'A datastore.',
      required: ['primary_key', 'attributes'],
      fields: {
        primary_key: { kind: 'text', description: 'Attribute by which an item is found.', minLength: 1 },
        attributes: {
          kind: 'map',
          description: 'Attributes of an item.',
          usualMaxEntries: 100,
          entries: PARAMETER,
        },
        time_to_live_attribute: { kind: 'text', description: 'Attribute that holds when an item expires.' },
      },
    },
  },
  outgoing_domains: {
    kind: 'list',
    description: 'Hosts that hosted functions may call.',
    usualMaxItems: 10,
    isSet: true,
    distinct: 'duplicate-item',
    items: {
      kind: 'text',
      description: 'A host.',
      usualMaxLength: 50,
      usualPattern: 'host',
      holds: 'address',
    },
  },
  types: {
    kind: 'map',
    description: 'Custom types, by name.',
    usualMaxEntries: MAX_PARAMETERS,
    entries: CUSTOM_TYPE,
  },
} as const satisfies { readonly [section: string]: ManifestField };
