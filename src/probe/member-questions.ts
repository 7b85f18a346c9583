import { groupPatchBody, removalOperations } from '../scim/group-patch.ts';
import type { RemovalForm } from '../scim/learned-traits.ts';
import { patchOp, type WriteQuestion } from './write-question.ts';

const NO_GROUP = { why: 'no group given: --group GROUP' };

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
  follows: () => 'members are removed in a form that works',
});

/** Questions about the forms in which v2 adds and removes a member of a group (SCIM §4.6). */
export const MEMBER_QUESTIONS: readonly WriteQuestion[] = [
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
];
