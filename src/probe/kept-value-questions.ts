import { patchBodies } from '../scim/user-patch.ts';
import { PROBE_PHONES, PROBE_PHOTO, probeEmail } from '../spec/probe-words.ts';
import { defined } from '../values/defined.ts';
import type { AttemptResult, UserAttempt, WriteQuestion, WriteSubject } from './write-question.ts';

function keptValueOf(
  result: AttemptResult,
  name: 'secondaryEmail' | 'mobilePhone',
  first: 'email' | 'phone',
) {
  if ('refusal' in result) return result.refusal;
  if (!('after' in result)) return 'something else';
  const { before, after } = result;
  if (name === 'secondaryEmail' && after[first] !== before[first]) return 'replaces the first';
  return after[name] === undefined || after[name] === before[name] ? 'ignored' : 'kept';
}

/** Returns an update in the documented form. */
function documented(
  { user, dialect }: WriteSubject,
  set: UserAttempt['patch']['set'],
  shown: string,
  leaves?: UserAttempt['leaves'],
): UserAttempt {
  const patch = { set: { ...set }, clear: [] };
  const [body = {}] = patchBodies(patch, user.values, dialect);
  return { on: 'user', verb: 'PATCH', patch, body, shown, ...defined({ leaves }) };
}

/** Questions about a second entry in a list (SCIM §4.3 rules 6 and 7). */
export const SECOND_VALUE_QUESTIONS: readonly WriteQuestion[] = [
  {
    id: 'second-email',
    question: 'What happens to a second e-mail?',
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
    read: (result) => keptValueOf(result, 'secondaryEmail', 'email'),
  },
  {
    id: 'phone-slots',
    question: 'What happens to a second phone number?',
    api: 'scim',
    section: 'SCIM §4.3 rule 7',
    basis: 'documented',
    expected: 'kept',
    assumptions: ['lone-phone'],
    attempt: (subject) => documented(subject, PROBE_PHONES, 'phoneNumbers: two made-up ones'),
    read: (result) => keptValueOf(result, 'mobilePhone', 'phone'),
  },
];

/** Question about when a new photo becomes visible (SCIM §4.3 rule 8). */
export const PHOTO_QUESTION: WriteQuestion = {
  id: 'photo-delay',
  question: 'When is a new photo visible?',
  api: 'scim',
  section: 'SCIM §4.3 rule 8',
  basis: 'assumed',
  expected: 'with the next read',
  assumptions: ['photo-lag'],
  attempt: (subject) =>
    subject.user.values.photo === undefined
      ? { why: 'the user has no photo that could be put back' }
      : documented(subject, { photo: PROBE_PHOTO }, 'photos: one pixel'),
};
