import type { Issue } from '../failure/issue.ts';
import type {
  AddressSubAttribute,
  EnterpriseString,
  NameSubAttribute,
  PlainString,
} from '../spec/scim-schemas.ts';

/** The operation of a request on a user. */
export type UserOperation = 'create' | 'replace' | 'patch';

/** An element of emails, phoneNumbers, photos or roles. `value` is undefined if it is null or absent. */
export interface Entry {
  readonly value: string | undefined;
  readonly type: string | undefined;
  readonly primary: boolean | undefined;
  /** `operation: delete` (SCIM §4.3 rules 6–10). */
  readonly isDeletion: boolean;
}

export interface AddressEntry extends Entry {
  readonly parts: { readonly [Name in AddressSubAttribute]?: string };
}

/** A user in a request after the types of all attributes were checked. An absent member was not sent. */
export interface UserRequest {
  readonly userName?: string;
  readonly nickName?: string;
  readonly profileUrl?: string;
  readonly password?: string;
  readonly externalId?: string;
  readonly active?: boolean;
  readonly strings: { readonly [Name in PlainString]?: string };
  readonly name?: { readonly [Name in NameSubAttribute]?: string };
  readonly emails?: readonly Entry[];
  readonly phoneNumbers?: readonly Entry[];
  readonly photos?: readonly Entry[];
  readonly addresses?: readonly AddressEntry[];
  readonly roles?: readonly Entry[];
  readonly enterprise?: { readonly [Name in EnterpriseString | 'managerId']?: string };
  readonly guest?: { readonly type?: string; readonly expiration?: string };
  readonly profile?: { readonly startDate?: string };
  /** `meta.attributes`: paths to remove (SCIM §4.3 rule 15). */
  readonly remove: readonly string[];
}

export interface ParsedUserRequest {
  readonly request: UserRequest;
  readonly issues: readonly Issue[];
}
