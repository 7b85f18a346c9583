/** Types of the rows in the manifest's field table. */

import type { ManifestPattern } from './manifest-patterns.ts';

interface Row {
  /** One sentence for editors, `explain` and the wizard. */
  readonly description: string;
  /** The field still works but should no longer be used. */
  readonly isDeprecated?: boolean;
  /** Set if only manifests of this version have the field (WEB §9). */
  readonly version?: 2;
  /** The default, so that setting the field to it changes nothing (WEB §2.6, §9). */
  readonly defaultValue?: string | number | boolean;
}

/** A text field. Limits that only the published schema has are `usual` ones: exceeding them is a warning. */
export interface TextField extends Row {
  readonly kind: 'text';
  readonly minLength?: number;
  readonly usualMinLength?: number;
  /** In characters (code points). */
  readonly maxLength?: number;
  readonly usualMaxLength?: number;
  readonly pattern?: ManifestPattern;
  readonly usualPattern?: ManifestPattern;
  /** Detection of placeholders: an address or a name cannot contain one, while prose may mention `<name>`. */
  readonly holds?: 'address' | 'name';
  readonly values?: readonly string[];
  /** Suggestions of an editor; other words are accepted. */
  readonly offers?: 'events' | 'botScopes' | 'userScopes' | 'types' | 'runtimes';
}

export interface BooleanField extends Row {
  readonly kind: 'boolean';
}

export interface IntegerField extends Row {
  readonly kind: 'integer';
  readonly values?: readonly number[];
}

export interface ListField extends Row {
  readonly kind: 'list';
  readonly items: ManifestField;
  readonly usualMinItems?: number;
  readonly maxItems?: number;
  readonly usualMaxItems?: number;
  /** Whether the order of the items is irrelevant. */
  readonly isSet?: boolean;
  /** Key that identifies an item: two items with the same value are the same item. */
  readonly itemKey?: string;
  /** Set if items must be unique: the rule for duplicates. */
  readonly distinct?: 'duplicate-item' | 'duplicate-event' | 'duplicate-scope';
}

/** An object with known keys, each with its own row. */
export interface ObjectField extends Row {
  readonly kind: 'object';
  readonly fields: { readonly [key: string]: ManifestField };
  readonly required?: readonly string[];
  /** Keys that only the published schema requires. */
  readonly usualRequired?: readonly string[];
  /** Whether other keys are accepted. */
  readonly isOpen?: boolean;
  /** Whether another key that no public manifest has is a warning, although it is accepted. */
  readonly warnsOfUnknown?: boolean;
  /**
   * How a value with a type says that it is required: by its key is_required, by the list `required` beside
   * it, or, where the documents do not say, by one of them.
   */
  readonly requiredBy?: 'flag' | 'list' | 'either';
}

/** An object with arbitrary keys, which share one row. */
export interface MapField extends Row {
  readonly kind: 'map';
  readonly entries: ManifestField;
  readonly usualMaxEntries?: number;
  /** Whether keys are callback IDs: snake_case with a maximum length (WEB §2.6). */
  readonly hasCallbackIds?: boolean;
}

/** Parameters of a function or a workflow: a map in v1, `properties` and `required` in v2 (WEB §9). */
export interface ParametersField extends Row {
  readonly kind: 'parameters';
}

/** A list or a map of the same type: the documents show both (assumption `manifest-suggested-triggers`). */
export interface ListOrMapField extends Row {
  readonly kind: 'listOrMap';
  readonly entries: ManifestField;
}

/** Any value; `isValue` excludes null. */
export interface AnyField extends Row {
  readonly kind: 'any';
  readonly isValue?: boolean;
  /**
   * Whether the value is accepted unchecked, because the field is not documented but known from other
   * sources.
   */
  readonly isUnchecked?: boolean;
}

export type ManifestField =
  | TextField
  | BooleanField
  | IntegerField
  | ListField
  | ObjectField
  | MapField
  | ParametersField
  | ListOrMapField
  | AnyField;
