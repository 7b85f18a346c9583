import { schemaUri } from '../rules/schema-uris.ts';
import { CLEAR_FORMS, type ClearForm } from '../scim/learned-traits.ts';
import { PROBE_TITLE } from '../spec/probe-words.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { patchOp, type UserAttempt, type WriteQuestion, type WriteSubject } from './write-question.ts';

const setsTitle = (body: JsonObject, shown: string): UserAttempt => ({
  on: 'user',
  verb: 'PATCH',
  patch: { set: { title: PROBE_TITLE }, clear: [] },
  body,
  shown,
});

/** Sets the title first if it is empty, so that it can be cleared. */
function withTitle({ user }: WriteSubject): Pick<UserAttempt, 'prepare'> {
  return user.values.title === undefined ? { prepare: { title: PROBE_TITLE } } : {};
}

/**
 * Returns the resource as it was read, without the title, so that a PUT keeps attributes unknown to orgctl.
 */
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
  question: `Does ${CLEAR_WORDS[form]} clear an attribute?`,
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
  follows: () => 'attributes are cleared in a form that works',
});

/** Questions about the forms of PATCH and PUT that change a user or clear an attribute (SCIM §4.3, §4.4). */
export const UPDATE_QUESTIONS: readonly WriteQuestion[] = [
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
    question: 'Is "Replace" accepted for "replace"?',
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
    question: 'Does v2 accept attributes instead of operations?',
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
    question: 'Is a filter in a path accepted, such as emails[type eq "work"].value?',
    api: 'scim',
    section: 'SCIM §4.3',
    basis: 'assumed',
    expected: 'taken',
    assumptions: ['value-path'],
    version: '2.0',
    // Sets the present address, so that no address changes whichever entry the filter selects.
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
    question: 'What happens to an attribute that a PUT does not have?',
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
        ? 'what a PUT leaves out is cleared by a following PATCH'
        : 'users are changed only by PATCH',
  },
];
