/** The shapes that a row of the manifest's field table may have. */

import type { ManifestPattern } from './manifest-patterns.ts';

interface Row {
  /** One sentence for editors, `explain` and the wizard. */
  readonly description: string;
  /** The field still works and should not be used any more. */
  readonly isDeprecated?: boolean;
  /** Only manifests of this version know the field (WEB §9). */
  readonly version?: 2;
  /** What a manifest without the field means (WEB §2.6, §9): writing it changes nothing. */
  readonly defaultValue?: string | number | boolean;
}

/** Text. A limit that only the published schema has is a `usual` one: exceeding it is a warning. */
export interface TextField extends Row {
  readonly kind: 'text';
  readonly minLength?: number;
  readonly usualMinLength?: number;
  /** In characters (code points). */
  readonly maxLength?: number;
  readonly usualMaxLength?: number;
  readonly pattern?: ManifestPattern;
  readonly usualPattern?: ManifestPattern;
  /**
   * How a placeholder differs from the real thing: addresses and names hold none, prose may speak of
   * `<name>`.
   */
  readonly holds?: 'address' | 'name';
  readonly values?: readonly string[];
  /** What an editor offers; other words are accepted. */
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
  /** The order of the items means nothing. */
  readonly isSet?: boolean;
  /** Key of an item that names it: two items with the same name are the same item. */
  readonly itemKey?: string;
  /** Items must differ; the rule that says so when they do not. */
  readonly distinct?: 'duplicate-item' | 'duplicate-event' | 'duplicate-scope';
}

/** Known keys, each with its own row. */
export interface ObjectField extends Row {
  readonly kind: 'object';
  readonly fields: { readonly [key: string]: ManifestField };
  readonly required?: readonly string[];
  /** Keys that only the published schema asks for. */
  readonly usualRequired?: readonly string[];
  /** Other keys are accepted, too. */
  readonly isOpen?: boolean;
}

/** Keys that the author chooses, all with the same row. */
export interface MapField extends Row {
  readonly kind: 'map';
  readonly entries: ManifestField;
  readonly usualMaxEntries?: number;
  /** Keys are callback ids: snake_case and limited in length (WEB §2.6). */
  readonly hasCallbackIds?: boolean;
}

/** Parameters of a function or a workflow: a map in v1, `properties` and `required` in v2 (WEB §9). */
export interface ParametersField extends Row {
  readonly kind: 'parameters';
}

/** A list or a map of the same thing: the documents show both (assumption `manifest-suggested-triggers`). */
export interface ListOrMapField extends Row {
  readonly kind: 'listOrMap';
  readonly entries: ManifestField;
}

/** Anything; `isValue` when null is not accepted. */
export interface AnyField extends Row {
  readonly kind: 'any';
  readonly isValue?: boolean;
  /** Known from elsewhere and not described in the document: accepted as it is. */
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
