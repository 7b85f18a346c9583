import { schemaUri } from '../rules/schema-uris.ts';
import { groupPatchBody, removalOperations } from '../scim/group-patch.ts';
import { CLEAR_FORMS, type ClearForm, type RemovalForm } from '../scim/learned-traits.ts';
import { patchBodies } from '../scim/user-patch.ts';
import { PROBE_PHONES, PROBE_PHOTO, PROBE_TITLE, probeEmail } from '../spec/probe-words.ts';
import { MESSAGE_URIS } from '../spec/scim-schemas.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import type { TryResult, UserTry, WriteQuestion, WriteSubject, WriteTry } from './write-question.ts';

const patchOp = (...operations: readonly JsonObject[]): JsonObject => ({
  schemas: [MESSAGE_URIS.patchOp],
  Operations: operations,
});

const NO_GROUP = { why: 'no group was named: --group GROUP' };

const setsTitle = (body: JsonObject, shown: string): UserTry => ({
  on: 'user',
  verb: 'PATCH',
  patch: { set: { title: PROBE_TITLE }, clear: [] },
  body,
  shown,
});

/** A blank title is set before it is cleared. */
function withTitle({ user }: WriteSubject): Pick<UserTry, 'prepare'> {
  return user.values.title === undefined ? { prepare: { title: PROBE_TITLE } } : {};
}

/** The resource as it was read, so that what the program does not know of stays in a PUT. */
function readBack({ user, dialect }: WriteSubject): JsonObject {
  const { id: _, meta: __, groups: ___, title: ____, ...rest } = user.resource;
  return { schemas: [schemaUri(dialect, 'user')], ...rest };
}

const CLEAR_VALUES: { readonly [Form in ClearForm]: Json } = {
  space: ' ',
  empty: '',
  null: null,
  remove: null,
};
const CLEAR_WORDS: { readonly [Form in ClearForm]: string } = {
  space: 'a space',
  empty: 'an empty text',
  null: 'null',
  remove: 'removing it',
};

function clearBody({ dialect }: WriteSubject, form: ClearForm): JsonObject {
  const value = CLEAR_VALUES[form];
  if (dialect.version === '2.0')
    return form === 'remove'
      ? patchOp({ op: 'remove', path: 'title' })
      : patchOp({ op: 'replace', path: 'title', value });
  const schemas = [schemaUri(dialect, 'user')];
  return form === 'remove' ? { schemas, meta: { attributes: ['title'] } } : { schemas, title: value };
}

const clearQuestion = (form: ClearForm): WriteQuestion => ({
  id: `clear-${form}`,
  question: `Does ${CLEAR_WORDS[form]} make an attribute blank?`,
  api: 'scim',
  section: 'SCIM §4.3 rule 1',
  basis: form === 'space' ? 'documented' : 'assumed',
  expected: 'applied',
  assumptions: form === 'null' ? ['null-clears'] : [],
  attempt: (subject) => ({
    on: 'user',
    verb: 'PATCH',
    ...withTitle(subject),
    patch: { set: {}, clear: ['title'] },
    body: clearBody(subject, form),
    shown: `title: ${CLEAR_WORDS[form]}`,
  }),
  follows: () => 'attributes are cleared in a way that works',
});

const removalQuestion = (form: RemovalForm, words: string): WriteQuestion => ({
  id: `member-remove-${form}`,
  question: `Does v2 remove a member by ${words}?`,
  api: 'scim',
  section: 'SCIM §4.6',
  basis: form === 'bare' ? 'documented' : 'assumed',
  expected: 'applied',
  assumptions: [],
  version: '2.0',
  attempt: ({ user, group }) =>
    group === undefined
      ? NO_GROUP
      : {
          on: 'group',
          adds: false,
          body: patchOp(...removalOperations([user.id], form)),
          shown: `remove ${words}`,
        },
  follows: () => 'members are removed in a way that works',
});

function keptOf(result: TryResult, name: 'secondaryEmail' | 'mobilePhone', first: 'email' | 'phone') {
  if ('refusal' in result) return result.refusal;
  if (!('after' in result)) return 'something else';
  const { before, after } = result;
  if (name === 'secondaryEmail' && after[first] !== before[first]) return 'replaces the first';
  return after[name] === undefined || after[name] === before[name] ? 'ignored' : 'kept';
}

/** What only a change shows (SCIM §4.3, §4.4, §4.6), in the order in which it is asked: the forms first, because all else uses them. */
export const WRITE_QUESTIONS: readonly WriteQuestion[] = [
  {
    id: 'patch-path',
    question: 'Does a PatchOp with a path change a user?',
    api: 'scim',
    section: 'SCIM §2.3',
    basis: 'documented',
    expected: 'applied',
    assumptions: [],
    version: '2.0',
    attempt: () =>
      setsTitle(patchOp({ op: 'replace', path: 'title', value: PROBE_TITLE }), 'replace title by its path'),
    follows: () => 'users are changed in a form that works',
  },
  {
    id: 'patch-value',
    question: 'Does a PatchOp with an object in place of a path change a user?',
    api: 'scim',
    section: 'SCIM §2.3',
    basis: 'assumed',
    expected: 'applied',
    assumptions: ['patch-without-path'],
    version: '2.0',
    attempt: () =>
      setsTitle(patchOp({ op: 'replace', value: { title: PROBE_TITLE } }), 'replace {title} without a path'),
  },
  {
    id: 'patch-op-case',
    question: 'Is "Replace" taken as "replace"?',
    api: 'scim',
    section: 'SCIM §2.3',
    basis: 'assumed',
    expected: 'applied',
    assumptions: ['name-case'],
    version: '2.0',
    attempt: () =>
      setsTitle(patchOp({ op: 'Replace', path: 'title', value: PROBE_TITLE }), 'Replace title by its path'),
  },
  {
    id: 'patch-attributes',
    question: 'Does v2 take attributes in place of operations?',
    api: 'scim',
    section: 'SCIM §4.3',
    basis: 'documented',
    expected: 'applied',
    assumptions: ['attributes-in-v2-patch'],
    version: '2.0',
    attempt: ({ dialect }) =>
      setsTitle({ schemas: [schemaUri(dialect, 'user')], title: PROBE_TITLE }, 'title as an attribute'),
  },
  {
    id: 'patch-v1',
    question: 'Does a PATCH of v1 change a user?',
    api: 'scim',
    section: 'SCIM §4.3',
    basis: 'documented',
    expected: 'applied',
    assumptions: [],
    attempt: ({ dialect, versions }) =>
      versions.includes('1.1')
        ? {
            ...setsTitle(
              { schemas: [schemaUri({ ...dialect, version: '1.1' }, 'user')], title: PROBE_TITLE },
              'title as an attribute',
            ),
            version: '1.1',
          }
        : { why: 'SCIM 1.1 does not answer' },
    follows: () => 'users are changed by PUT on v1',
  },
  {
    id: 'patch-filter-path',
    question: 'Is a filter in a path taken, such as emails[type eq "work"].value?',
    api: 'scim',
    section: 'SCIM §4.3',
    basis: 'assumed',
    expected: 'taken',
    assumptions: ['value-path'],
    version: '2.0',
    // The address that is there already: whichever entry the filter selects, nobody gets another one.
    attempt: ({ user }) =>
      user.values.email === undefined
        ? { why: 'the user has no e-mail' }
        : {
            on: 'user',
            verb: 'PATCH',
            patch: { set: {}, clear: [] },
            body: patchOp({ op: 'replace', path: 'emails[type eq "work"].value', value: user.values.email }),
            shown: 'replace emails[type eq "work"].value by itself',
          },
  },
  ...CLEAR_FORMS.map(clearQuestion),
  {
    id: 'put-omitted',
    question: 'What becomes of an attribute that a PUT does not have?',
    api: 'scim',
    section: 'SCIM §4.4',
    basis: 'documented',
    expected: 'becomes blank',
    assumptions: ['put-without-name'],
    attempt: (subject) => ({
      on: 'user',
      verb: 'PUT',
      ...withTitle(subject),
      patch: { set: {}, clear: ['title'] },
      body: readBack(subject),
      shown: 'the user as read, without title',
    }),
    read: (result) => {
      if ('refusal' in result) return result.refusal;
      return 'after' in result && result.after.title === undefined ? 'becomes blank' : 'stays';
    },
    follows: (value) =>
      value === 'stays'
        ? 'what a PUT leaves out is cleared by a PATCH behind it'
        : 'users are changed by PATCH alone',
  },
  {
    id: 'second-email',
    question: 'What becomes of a second e-mail?',
    api: 'scim',
    section: 'SCIM §4.3 rule 6',
    basis: 'documented',
    expected: 'kept',
    assumptions: ['not-primary'],
    attempt: (subject) => {
      const { email } = subject.user.values;
      if (email === undefined) return { why: 'the user has no e-mail' };
      const second = probeEmail(subject.user.id);
      return documented(subject, { email, secondaryEmail: second }, 'emails: the first and a made-up one', {
        email: second,
        secondaryEmail: second,
      });
    },
    read: (result) => keptOf(result, 'secondaryEmail', 'email'),
  },
  {
    id: 'phone-slots',
    question: 'What becomes of a second phone number?',
    api: 'scim',
    section: 'SCIM §4.3 rule 7',
    basis: 'documented',
    expected: 'kept',
    assumptions: ['lone-phone'],
    attempt: (subject) => documented(subject, PROBE_PHONES, 'phoneNumbers: two made-up ones'),
    read: (result) => keptOf(result, 'mobilePhone', 'phone'),
  },
  {
    id: 'member-add',
    question: 'Does v2 add a member by "add" on "members"?',
    api: 'scim',
    section: 'SCIM §4.6',
    basis: 'assumed',
    expected: 'applied',
    assumptions: ['group-members-added'],
    version: '2.0',
    attempt: ({ user, group, dialect }) =>
      group === undefined
        ? NO_GROUP
        : {
            on: 'group',
            adds: true,
            body: groupPatchBody({ add: [user.id] }, dialect),
            shown: 'add members',
          },
    follows: () => 'a group is replaced by one with the new members',
  },
  removalQuestion('bare', 'members[value eq ID]'),
  removalQuestion('quoted', 'members[value eq "ID"]'),
  removalQuestion('value', 'members with a list of values'),
  {
    id: 'photo-delay',
    question: 'When does a new photo show?',
    api: 'scim',
    section: 'SCIM §4.3 rule 8',
    basis: 'assumed',
    expected: 'with the next read',
    assumptions: ['photo-lag'],
    attempt: (subject) =>
      subject.user.values.photo === undefined
        ? { why: 'the user has no photo that could be put back' }
        : documented(subject, { photo: PROBE_PHOTO }, 'photos: one pixel'),
  },
];

/** A change in the documented form. */
function documented(
  { user, dialect }: WriteSubject,
  set: UserTry['patch']['set'],
  shown: string,
  leaves?: UserTry['leaves'],
): UserTry {
  const patch = { set: { ...set }, clear: [] };
  const [body = {}] = patchBodies(patch, user.values, dialect);
  return { on: 'user', verb: 'PATCH', patch, body, shown, ...(leaves === undefined ? {} : { leaves }) };
}

/** Returns the request of a question; why there is none where it cannot be asked of this subject. */
export function attemptOfQuestion(
  question: WriteQuestion,
  subject: WriteSubject,
): WriteTry | { readonly why: string } {
  if (question.version !== undefined && question.version !== subject.dialect.version)
    return { why: `SCIM ${question.version} does not answer, or is not that of the connection` };
  return question.attempt(subject);
}
