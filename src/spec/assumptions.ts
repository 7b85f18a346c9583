import { MANIFEST_ASSUMPTIONS } from './manifest-assumptions.ts';

/**
 * Decisions on points that the two documents leave open ("not shown") or contradict each other on.
 * `docs/assumptions.md` is generated from this table.
 */

export interface Assumption {
  readonly section: string;
  readonly question: string;
  readonly decision: string;
}

export const ASSUMPTIONS = {
  ...MANIFEST_ASSUMPTIONS,
  'create-default-active': {
    section: 'SCIM §3',
    question: 'Is a new user active when `active` is not sent?',
    decision: 'Yes, as the documented guest sample shows.',
  },
  'put-without-active': {
    section: 'SCIM §4.4',
    question: 'Does a PUT without `active` deactivate?',
    decision: 'The sandbox leaves the state as it is. The client always sends `active` in a PUT.',
  },
  'put-without-name': {
    section: 'SCIM §4.4',
    question: 'Does a PUT without `name` blank the name?',
    decision:
      'Yes: "any attribute previously set and now empty or omitted becomes blank". `timezone` and the photo fall back to their defaults.',
  },
  'put-without-guest': {
    section: 'SCIM §4.4',
    question: 'Does a PUT without the guest object make a guest a full member?',
    decision:
      'No: §3 lists PATCH alone as a transition, so the user stays a guest with the expiration. A guest object without `expiration` blanks it.',
  },
  'active-and-guest': {
    section: 'SCIM §3',
    question: 'Is a user reactivated by a conversion whose request says `active` false?',
    decision:
      'No: an explicit `active` wins in every verb and version, the last one where a PatchOp has several. "Is reactivated" is for a request that says nothing of `active`.',
  },
  'expired-guest': {
    section: 'SCIM §2.1',
    question: 'What happens with a guest whose `expiration` is in the past?',
    decision: 'The account is deactivated at once. The client refuses to send such a date.',
  },
  'nick-name': {
    section: 'SCIM §4.3 rule 4',
    question: 'Which counts where userName and nickName of one request differ?',
    decision: 'The userName, in POST, PUT and PATCH alike, so that the same request twice changes nothing.',
  },
  'user-name-of-address': {
    section: 'SCIM §2.1',
    question: 'Is a userName found again by the e-mail address that it was made of?',
    decision:
      'Yes: `userName eq "<address>"` finds the user, and the address in an update means the name that the user has, whatever number it got.',
  },
  'name-case': {
    section: 'SCIM §2.1',
    question: 'Does letter case count in the names of attributes and sub-attributes?',
    decision:
      'Nowhere (RFC 7643 §2.1), as in filters (§4.5 rule 5). The client writes them as the document does.',
  },
  'schemas-in-a-list': {
    section: 'SCIM §2.1',
    question: 'What is `schemas` that is a list in a list, as a published client sends it after a read?',
    decision:
      'The flattened list. `missing_schema_element` is for an absent or empty one; a value of another type is `invalid_attribute_format`.',
  },
  'unknown-schemas': {
    section: 'SCIM §2.1',
    question: 'Are identifiers in `schemas` refused that nobody knows, or those of the other version?',
    decision: 'No, they say nothing. An extension object needs its own identifier (rule 13).',
  },
  'null-clears': {
    section: 'SCIM §4.3 rule 1',
    question: 'What does null do in a PatchOp or in a v1 PATCH?',
    decision:
      'It clears what may be cleared, of `emails` the secondary address; else it is the code of that attribute, such as `username_empty`. In POST and PUT null counts as not sent.',
  },
  'not-primary': {
    section: 'SCIM §4.3 rules 6, 7',
    question: 'Where does an entry with `primary` false go that comes alone?',
    decision:
      'To the secondary slot; it never displaces the primary one. A POST of such addresses alone takes the first as the primary, because there is no other yet; a PUT is `email_empty`.',
  },
  'replaced-list': {
    section: 'SCIM §2.3',
    question: 'What does `replace` of a multi-valued attribute do with entries that are not in its value?',
    decision: 'They go; the primary address stays, because it cannot go without a replacement.',
  },
  'added-entry': {
    section: 'SCIM §2.3',
    question: 'What does `add` do where both slots are taken?',
    decision:
      'It takes nothing away: an address or a number more than two is not kept. An address with `primary` true becomes the primary one, and the former one moves to the secondary slot where that is free.',
  },
  'expiration-by-path': {
    section: 'SCIM §4.3 rule 13',
    question: 'Does a PatchOp that sets the `expiration` of a guest by its path need the `type`?',
    decision: 'No, it is there already. Of a full member it is `invalid_attribute_format`.',
  },
  'attributes-in-v2-patch': {
    section: 'SCIM §4.3',
    question: 'Is a v2 PATCH of a user taken that has attributes in place of Operations?',
    decision:
      'Yes: §4.3 describes that body without a version. A v2 PATCH of a group needs Operations, as §4.6 says.',
  },
  'dead-tokens': {
    section: 'SCIM §5',
    question: 'Which code has a token that was revoked, has expired, or whose app or account is gone?',
    decision: '`invalid_authentication`: a token that is dead on the Web API (WEB §5) is dead on SCIM.',
  },
  'status-of-paths': {
    section: 'SCIM §7',
    question: 'Which status has an ID that cannot be decoded, and which an unknown manager?',
    decision:
      '404 for what the path names, with `cannot_decode_user_id`, `no_such_user` or `no_such_group`; 400 for a manager, because a 404 says that the user of the path is gone.',
  },
  'full-name': {
    section: 'SCIM §2.1',
    question: 'How is "one full-name value" sent?',
    decision:
      'As a string in `name`, or as `name.formatted`. It fills the parts that are not sent themselves: the last word is the family name.',
  },
  'user-name-from-email': {
    section: 'SCIM §2.1',
    question: 'How is an e-mail address converted to a userName?',
    decision:
      'The part before the @, lower case, every other character replaced by an underscore, cut to 21 characters; if that name is taken, its end is replaced by a number from 1 to 99, else `truncation_error`.',
  },
  'user-name-case': {
    section: 'SCIM §2.1',
    question: 'Are capitals kept in a userName?',
    decision: 'No, it is stored in lower case (OBSERVED §2.1).',
  },
  'user-name-letters': {
    section: 'SCIM §2.1',
    question: 'Which characters of a userName are "special"?',
    decision:
      'All but letters and digits of any script, period, underscore and hyphen. A name without a letter or digit is `username_invalid`.',
  },
  'reserved-words': {
    section: 'SCIM §7',
    question: 'Which words are reserved?',
    decision:
      'As a userName: channel, everyone, group, here, admin, owner, system and the vendor\'s word followed by "bot". As a displayName: channel, everyone, group, here.',
  },
  'display-name-letters': {
    section: 'SCIM §2.1',
    question: 'Which characters may a display name have?',
    decision:
      "Letters, marks and digits of any script, spaces, and . _ - ' ’ , ( ). A line break or another character is `invalid_name_specials`.",
  },
  'username-required-or-empty': {
    section: 'SCIM §7',
    question: 'Which code for a create without userName?',
    decision: '`username_required` when it is absent, `username_empty` when it is blank.',
  },
  emoji: {
    section: 'SCIM §7',
    question: 'Which attributes refuse an emoji?',
    decision: 'Every string of a user but URLs, photos and passwords.',
  },
  'emails-removed': {
    section: 'SCIM §4.3 rule 6',
    question: 'Does `emails` in `meta.attributes` remove the primary address too?',
    decision:
      'Only the secondary: a user cannot be without a primary address, and this is what was observed. The client never uses it; it deletes by value.',
  },
  'same-address-twice': {
    section: 'SCIM §7 emails_invalid',
    question: 'May the secondary address of a request be its primary one?',
    decision: 'No, in any letter case: `emails_invalid`. An empty one says nothing.',
  },
  'lone-phone': {
    section: 'SCIM §4.3 rule 7',
    question: 'Where does a single phone entry go?',
    decision:
      'To primaryPhone; with `primary` false or `type` work to mobilePhone. `primary` outranks `type`.',
  },
  'phone-in-one-entry': {
    section: 'SCIM §4.3 rule 7',
    question: 'What if one entry carries both `primary` and `type`?',
    decision: '`primary` wins over `type`.',
  },
  'address-type': {
    section: 'SCIM §4.3 rule 9',
    question: 'Which address without `primary`?',
    decision: 'The one of `type` work, else the first. The type is not stored.',
  },
  'address-replaced': {
    section: 'SCIM §4.3 rule 9',
    question: 'Does an address in a PATCH merge with the stored one?',
    decision: 'It replaces it. The client sends all five sub-attributes.',
  },
  'time-zones': {
    section: 'SCIM §4.3',
    question: 'Which values does `timezone` take?',
    decision:
      'Any text, as rule 5 says of a string. The client warns of one that is not an IANA time zone, and sends it.',
  },
  'entry-operation': {
    section: 'SCIM §4.3 rules 6, 7, 9, 10',
    question: 'What does an `operation` other than `delete` do?',
    decision:
      '`add` says nothing, as in a group. Any other makes the entry invalid (`emails_invalid` and the like), so that nothing is kept that was to be deleted.',
  },
  'photo-value': {
    section: 'SCIM §4.3 rule 8',
    question: 'What does a later read show as the photo?',
    decision: 'The URL or Data URL that was sent.',
  },
  'manager-stored': {
    section: 'SCIM §4.3 rule 12',
    question: 'What does a read show as `managerId`?',
    decision: 'The ID of the user that was named. A user that does not exist is `unknown_user` in an update.',
  },
  'empty-manager': {
    section: 'SCIM §4.3 rule 12',
    question: 'Is `manager: {}` in a PUT without the required `managerId`?',
    decision:
      'No, it is a blank manager: published clients send back what they fetched without the nulls. In POST and PATCH it is `improper_enterprise_schema_format`.',
  },
  'invalid-custom-profile': {
    section: 'SCIM §4.2',
    question: 'What if the custom profile part of a create is invalid?',
    decision:
      'All custom profile fields are dropped and the user is created (OBSERVED §2.1). The client compares and reports what was not kept.',
  },
  'start-date': {
    section: 'SCIM §2.1',
    question: 'Is the time of `startDate` kept?',
    decision: 'No: a read shows the day at `T00:00:00+0000`.',
  },
  'guest-schema-missing': {
    section: 'SCIM §4.3 rule 13',
    question: 'Which code when the guest or profile object is sent and its identifier is not listed?',
    decision:
      '`missing_schema_element`. An enterprise object is accepted without it, as the documented sample does.',
  },
  'external-id': {
    section: 'SCIM §4.3 rule 2',
    question: 'What happens with `externalId`?',
    decision: 'Ignored in POST and PUT, `invalid_request_payload` in PATCH; a read always shows "".',
  },
  'profile-url': {
    section: 'SCIM §2.1',
    question: 'Is a `profileUrl` kept?',
    decision: "No: a read shows the organization's own URL. In PATCH it is `invalid_request_payload`.",
  },
  'compared-attributes': {
    section: 'SCIM §2.1',
    question: 'What of two organizations is not compared?',
    decision:
      'The `nickName`, which is the userName by another name (SCIM §4.3 rule 4); the `profileUrl`, which the service makes; a password, which cannot be read; the photo that the service shows for somebody without one, because the ID is in it; and what SCIM does not show: ranks, workspaces, channels, sessions.',
  },
  'other-core-attributes': {
    section: 'SCIM §7 invalid_request_payload',
    question: 'Are attributes of the standard refused that the document does not name?',
    decision:
      'No, they are ignored, in bodies and as the path of a PatchOp (`name.formatted`, `entitlements`, `addresses.formatted`, a fax or pager number); only names that neither knows are refused.',
  },
  'active-as-string': {
    section: 'SCIM §2.1',
    question: 'Is `"true"` accepted for `active`?',
    decision: 'Yes, as providers send it. A read shows a boolean.',
  },
  'filter-values': {
    section: 'SCIM §4.5 rule 4',
    question: 'Are values without double quotes accepted?',
    decision:
      'The sandbox accepts single quotes and bare words, which were observed; the client always sends JSON strings.',
  },
  'filter-attributes': {
    section: 'SCIM §4.5',
    question: 'Which further attributes can be filtered?',
    decision:
      'Those that published clients send: id, active, displayName, nickName, title, externalId, emails, emails.value, name.givenName, name.familyName, userType.',
  },
  'filter-on-v2': {
    section: 'SCIM §4.5',
    question: 'What does v2 do with a filter?',
    decision:
      'The sandbox applies it, because clients of SCIM 2.0 look users up with it and it was observed; there also `emails[type eq "work"].value` and names behind the identifier of a schema. The client does not rely on it.',
  },
  'count-over-limit': {
    section: 'SCIM §4.1',
    question: 'What does `count` above 1000 do?',
    decision: 'It is cut to 1000.',
  },
  'count-zero': {
    section: 'SCIM §4.1',
    question: 'What does a `count` or `startIndex` that is not a positive number do?',
    decision: '`startIndex` below 1 is 1, `count` below 0 is 0, anything else is `invalid_query`.',
  },
  'items-per-page': {
    section: 'SCIM §2.3',
    question: 'What is `itemsPerPage` on the last page?',
    decision: 'The number of resources returned, in both versions. The client does not read it.',
  },
  'list-order': {
    section: 'SCIM §4.1',
    question: 'What does `sortOrder` sort by?',
    decision: 'By ID; without it in the order of creation.',
  },
  'v2-error-body': {
    section: 'SCIM §7',
    question: 'Which body has an error of v2?',
    decision:
      'The documented one for every status, 401 included, with the bare code as `detail`. What was observed behind the code is added on v1 alone. The client reads both.',
  },
  'status-of-codes': {
    section: 'SCIM §7',
    question: 'Which HTTP status belongs to which code?',
    decision: 'See the status column of the table of codes.',
  },
  'discovery-without-token': {
    section: 'SCIM §4',
    question: 'Does the configuration need a token?',
    decision: 'No, as observed. Schemas and resource types do.',
  },
  'discovery-lists': {
    section: 'SCIM §4',
    question: 'Do the lists of schemas and resource types have totals?',
    decision:
      'Yes, as every list response of §2.3, though none were observed. The client reads both. `/Schemas/Users` shows the extensions among the attributes of the user, under their identifiers, in both versions.',
  },
  'announced-schemas': {
    section: 'SCIM §4',
    question: 'What do the schemas announce?',
    decision:
      'What the service does: every schema that a resource type names, types as RFC 7643 §7 spells them, and what is required, unique and returned as it is enforced.',
  },
  'announced-support': {
    section: 'SCIM §4',
    question: 'What does the configuration announce?',
    decision:
      'That filters are supported, as they are. Sorting is not: `sortOrder` is taken (§4.1), but nothing chooses the attribute. v2 answers the plural path too, as observed.',
  },
  'announced-locations': {
    section: 'SCIM §4',
    question: 'Is an entry of discovery answered at its `meta.location`?',
    decision:
      'Yes on v2: `/Schemas/<identifier>` and `/ResourceTypes/<name>`; an unknown one is `bad_endpoint`.',
  },
  'shown-attributes': {
    section: 'SCIM §4.1',
    question: 'Are `attributes` and `excludedAttributes` honored?',
    decision:
      'By the sandbox, for users and groups (RFC 7644 §3.9): `schemas` and `id` are always returned. The client does not rely on it.',
  },
  'media-type': {
    section: 'SCIM §1',
    question: 'Which media type has an answer?',
    decision: '`application/json`; on v2 `application/scim+json` where `Accept` asks for it.',
  },
  'patch-without-path': {
    section: 'SCIM §2.3',
    question: 'What does a PatchOp without `path` do?',
    decision:
      'Its value is an object of attributes that are set. A name in it with a period, a colon or brackets is read as a path.',
  },
  'value-path': {
    section: 'SCIM §4.3',
    question: 'What does a filter inside a PatchOp path select?',
    decision:
      'The slot that the same entry in a body goes to: `phoneNumbers[type eq "mobile"]` is primaryPhone and `type eq "work"` mobilePhone (rule 7). Of e-mails `type eq "work"` selects the primary one, any other type the secondary; of photos, roles and addresses any type the one that is kept. A value is compared with the stored ones. Where nothing is selected, removing does nothing and setting is `invalid_request_payload`.',
  },
  'profile-in-patch-op': {
    section: 'SCIM §4.3 rule 14',
    question: 'How is `startDate` updated in v2?',
    decision:
      'The sandbox takes a body without Operations, as documented by sample, and a PatchOp with the path of the extension. The client sends the former.',
  },
  'single-channel-guest': {
    section: 'SCIM §4.5',
    question: 'How is a single-channel guest shown?',
    decision:
      "With the guest extension of type `single`; it can only exist by the organization's set-up. A PATCH with the guest extension makes it a multi-channel guest, a PUT leaves it.",
  },
  'team-profile-fields': {
    section: 'SCIM §7',
    question: 'When is a custom profile field created?',
    decision: 'When a user is written with an attribute of the second table of SCIM §2.1 for the first time.',
  },
  'delete-again': {
    section: 'SCIM §3',
    question: 'What does DELETE of a deactivated user answer?',
    decision: 'Success, as observed.',
  },
  'photo-lag': {
    section: 'SCIM §4.3 rule 8',
    question: 'For how long does a read show the old photo?',
    decision: 'In the answer of the update itself; the next read shows the new one.',
  },
  'rank-of-token': {
    section: 'SCIM §5',
    question: 'Which code has a token of a lower rank than the user to change?',
    decision:
      '`cannot_modify_owner` where the user would be deactivated, which takes an owner away; `permission_denied` for any other change.',
  },
  'create-race': {
    section: 'SCIM §7 user_creation_failed',
    question: 'When is it `user_creation_failed` instead of `username_taken` or `email_taken`?',
    decision: 'When a create of the same body is still in progress.',
  },
  'failing-filters': {
    section: 'SCIM §7',
    question: 'Which filters that are well formed fail?',
    decision:
      '`query_building_failed` for an attribute that is true or false with another operator than eq and pr; `database_query_failure` for a value with the character NUL.',
  },
  'group-without-name': {
    section: 'SCIM §2.2',
    question: 'Which code for a group without displayName?',
    decision: '`invalid_attribute_format`, also for a blank one; in a PATCH it may be left out.',
  },
  'group-without-members': {
    section: 'SCIM §2.2',
    question: 'Are members required in a POST?',
    decision: 'No, as published clients create groups without; a read shows an empty array.',
  },
  'group-names': {
    section: 'SCIM §2.2',
    question: 'May two groups have one name?',
    decision: 'Yes, no rule forbids it.',
  },
  'group-members-added': {
    section: 'SCIM §4.6',
    question: 'How does v2 add members without replacing them all?',
    decision: 'By `add` on `members`, as a published client does; the client sends it, the sandbox takes it.',
  },
  'announced-identifiers': {
    section: 'SCIM §2.1, §4',
    question: "Which identifier is written where the service announces another word than the documents'?",
    decision:
      'The announced one, unless the profile names a word. Of what is read, an extension counts whatever the word in its identifier is.',
  },
  'group-members-removed': {
    section: 'SCIM §4.6',
    question: 'How does v1 remove all members in a PATCH?',
    decision:
      'The sandbox takes `members` in `meta.attributes`, as in SCIM 1.1 and for users (rule 15). The client sends a PUT without members, which §4.6 documents.',
  },
  'empty-member-list': {
    section: 'SCIM §4.6',
    question: 'Which members does a v2 `remove` with an empty list remove?',
    decision: 'Nobody; without a value it removes all members.',
  },
  'no-member': {
    section: 'SCIM §4.6',
    question: 'What does removing a user answer who is no member?',
    decision: 'Success, and nothing changes. `no_such_group_members` is for IDs that are no users.',
  },
  'member-operation': {
    section: 'SCIM §2.2',
    question: 'What does a member with `operation` delete do in a POST, a PUT or on v2?',
    decision: '`invalid_request_payload`: the operation is of a v1 PATCH alone.',
  },
  'guests-in-groups': {
    section: 'SCIM §4.6',
    question:
      'May guests be members, which §4.6 allows and `unable_to_add_deleted_or_guest_to_group` denies?',
    decision:
      'Multi-channel guests may, as §4.6 says; deactivated users and single-channel guests may not. Who is a member already may stay.',
  },
  'idp-groups': {
    section: 'SCIM §8',
    question: 'Which groups are IDP groups?',
    decision: 'Those of an Enterprise organization, with at most 15,000 members; on other plans it is 5,000.',
  },
  'automatic-groups': {
    section: 'SCIM §4.6',
    question: 'What does an update of a group answer whose members the service keeps itself?',
    decision: "`group_members_create_failed`; such a group exists only by the organization's set-up.",
  },
  'sandbox-bounds': {
    section: 'SCIM §8; WEB §8',
    question: 'What does the service take in one request at most?',
    decision:
      'The sandbox takes 32 MiB in a body (else 413), JSON of 64 levels, 1,000 operations in a PATCH of a user and 15,000 in one of a group, and 4,096 characters in a path: `invalid_request_payload`, over the Web API `invalid_json`. Bodies for which there is no room beside the others are answered with 429. Of the requests that are watched the last 10,000 are kept, and 32 million characters of their bodies.',
  },
  'lock-of-creates': {
    section: 'SCIM §8',
    question: 'Is a POST subject to the one-update rule?',
    decision: 'No, it has no target yet.',
  },
  'policy-entity-limit': {
    section: 'WEB §8',
    question: 'How many entities may one call and one policy have?',
    decision:
      'No number is given. The sandbox takes 1,000 in a call and 10,000 in a policy; more is `over_max_entity_limit`. The client sends batches of 1,000.',
  },
  'log-page-size': {
    section: 'WEB §4.2',
    question: 'What is the largest `count` of the integration log?',
    decision: '1,000; a larger one is cut to it. A page behind the last one is empty.',
  },
  'special-rate': {
    section: 'WEB §8',
    question: 'Which limit has `auth.test`?',
    decision: 'It has none in the documents: 600 a minute, as the other method outside the tiers.',
  },
  'named-entities': {
    section: 'WEB §4.8',
    question: 'What if `named_entities` names nobody?',
    decision: '`invalid_named_entities`: one user, workspace or organization at least.',
  },
  'user-id-shape': {
    section: 'WEB §4.10',
    question: 'What does the ID of a user look like, where it stands in a text?',
    decision:
      'U or W, then capitals and digits, at least one digit; 9 to 12 characters. Only the report of unknown IDs depends on it, what `bulk init-map` proposes as `id`, and with `--id-map` whether a manager or member that the map does not have is an ID or a userName; the ID of a group begins with S.',
  },
  'token-as-parameter': {
    section: 'WEB §1',
    question: 'As which parameter may the token be sent?',
    decision:
      'The sandbox takes it from a form, the query or a JSON body, as the document says; the header wins. The client sends it in the header only: elsewhere it was observed to be refused.',
  },
  'text-plain': {
    section: 'WEB §1',
    question: 'How are arguments written in `text/plain`?',
    decision: 'As a form.',
  },
  'verb-of-methods': {
    section: 'WEB §1',
    question: 'What does a method answer to the other verb?',
    decision:
      'The methods that are described with GET take POST as well, which every published client sends. A GET of any other method, and every other verb, is `unknown_method`.',
  },
  'types-in-json': {
    section: 'WEB §1',
    question: 'Is a string taken in JSON where an array is due, or a number where a timestamp is?',
    decision:
      'No: `invalid_arguments`, or the code of the argument, such as `invalid_timestamp`. Forms and queries take a comma-separated list or the text of a JSON array.',
  },
  'workflow-reference': {
    section: 'WEB §4.5',
    question: 'What may `workflow` be?',
    decision:
      'An ID that begins with `Wf`, or `#/workflows/<callback_id>`. A bare callback ID is `invalid_arguments`.',
  },
  'read-cursor-events': {
    section: 'WEB §6',
    question: 'How is a read cursor broadcast to the open connections of its owner?',
    decision:
      'The form is not shown. `sandbox serve` has a stream of server-sent events at `/_events`: one `channel_marked` for each mark of the person or bot whose token opened it.',
  },
  'org-wide-user-token': {
    section: 'WEB §5 rule 2',
    question: 'Which user token does `admin.users.session.list` take?',
    decision:
      'One of the whole organization, which is an org-level token here; a seed makes one without `workspaces`. That of a workspace is `not_allowed_token_type`, as rule 3 says of every admin method.',
  },
  'web-warnings': {
    section: 'WEB §1',
    question: 'What does a success warn of?',
    decision: '`missing_charset` for JSON without a charset, `superfluous_charset` for a form with one.',
  },
  'log-order': {
    section: 'WEB §4.2',
    question: 'In which order are log entries?',
    decision: 'The newest first, so that pages move when something happens.',
  },
  'session-times': {
    section: 'WEB §2.3',
    question: 'How old is a session?',
    decision:
      'The document lists no time. The sandbox adds `date`, Unix seconds as text, to `created` and `recent`. The client uses it where it is there and says so where it is not.',
  },
  'no-such-steps': {
    section: 'WEB §4.5',
    question: 'When is it `missing_step_ids`?',
    decision: 'When no step of the workflow uses the function.',
  },
  'who-may-distribute': {
    section: 'WEB §4.5',
    question: 'Who may call the function methods, as they need no scope?',
    decision:
      'The app itself, its collaborators, and admins of the organization. A guest is `no_permission`, anybody else `access_denied`.',
  },
  'distribution-type': {
    section: 'WEB §4.8',
    question: 'Is the older name `distribution_type` of `permission_type` accepted?',
    decision:
      'Yes by the sandbox, because a published client sends nothing else, and the answer has both then.',
  },
  'convert-group-message': {
    section: 'WEB §4.9',
    question:
      'The code says that a direct message of several people is not converted, `name` is for it alone: which holds?',
    decision: 'With `name` it is; without it is `channel_type_not_supported`.',
  },
  'org-token-without-team': {
    section: 'WEB §5',
    question: 'Which code when an org-level token names no workspace in `migration.exchange`?',
    decision: '`missing_argument`, as documented for the integration log.',
  },
  'exchange-of-known-ids': {
    section: 'WEB §4.10',
    question: 'What is the other ID of one that needs no translation?',
    decision:
      'A global ID is its own global ID. With `to_old`, a user without a local ID keeps the global one, and an ID that is local already is invalid.',
  },
} as const satisfies Record<string, Assumption>;
export type AssumptionId = keyof typeof ASSUMPTIONS;
