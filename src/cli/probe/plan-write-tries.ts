import { copyValue } from '../../bulk/input/copy-value.ts';
import type { Change } from '../../bulk/plan/change.ts';
import {
  type MemberAttempt,
  touchedBy,
  type UserAttempt,
  type WriteQuestion,
  type WriteSubject,
  type WriteTry,
} from '../../probe/write-question.ts';
import { attemptOfQuestion, WRITE_QUESTIONS } from '../../probe/write-questions.ts';
import { userPatchEffect } from '../../rules/user-patch-effect.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import { type ChangeId, changeId, groupId } from '../../values/ids.ts';

/** A question with its request and the ID of the change that sends it; or the reason why it is not asked. */
export interface PlannedTry {
  readonly question: WriteQuestion;
  readonly attempt: WriteTry | { readonly why: string };
  readonly change?: ChangeId;
}

export interface PlannedTries {
  readonly tries: readonly PlannedTry[];
  /** The change of each try, preceded by its preparation and followed by its reversal; in sequence. */
  readonly changes: readonly Change[];
}

const BACK = 'z';

/** Returns the ID of the change that reverts a try. */
export function revertIdOf(change: ChangeId | undefined): ChangeId | undefined {
  return change === undefined ? undefined : changeId(`${change}${BACK}`);
}

/** Returns the changes of a probe that writes. Each is made whatever the outcome of the previous one. */
export function planWriteTries(subject: WriteSubject): PlannedTries {
  const changes: Change[] = [];
  const tries = WRITE_QUESTIONS.map((question, index): PlannedTry => {
    const attempt = attemptOfQuestion(question, subject);
    if ('why' in attempt) return { question, attempt };
    const { before, change, back } =
      attempt.on === 'user' ? userTry(attempt, subject) : memberTry(attempt, subject);
    const line = index + 1;
    const add = (suffix: string, one: Draft) => {
      const behind = changes.at(-1)?.id;
      const id = changeId(`L${line}${suffix}`);
      changes.push({ ...one, id, line, after: [], ...(behind === undefined ? {} : { behind: [behind] }) });
      return id;
    };
    if (before !== undefined) add('a', before);
    const id = add('', change);
    if (back !== undefined) add(BACK, back);
    return { question, attempt, change: id };
  });
  return { tries, changes };
}

type Draft<C extends Change = Change> = C extends Change
  ? Omit<C, 'id' | 'line' | 'after' | 'behind'>
  : never;

interface Drafts {
  readonly before?: Draft;
  readonly change: Draft;
  readonly back?: Draft;
}

function userTry(attempt: UserAttempt, { user }: WriteSubject): Drafts {
  const { prepare = {}, patch, leaves = {}, body, version, verb } = attempt;
  const base = { name: user.values.userName ?? user.id, target: { id: user.id } } as const;
  const names = touchedBy(patch);
  if (names.length === 0)
    return {
      change: {
        ...base,
        kind: 'sendUserPatch',
        before: user.values,
        ...patch,
        bodies: [body],
        asks: userPatchEffect([body]),
      },
    };
  const prepared = touchedBy({ set: prepare, clear: [] });
  const update = { ...base, ...patch, before: pick(names, { ...user.values, ...prepare }) };
  const change: Draft =
    verb === 'PUT'
      ? { ...update, kind: 'replaceUser', body }
      : { ...update, kind: 'patchUser', asked: { body, ...defined({ version }) } };
  const set = pick(names, user.values);
  const clear = names.filter((name) => user.values[name] === undefined);
  const left = pick(names, { ...patch.set, ...prepare, ...leaves });
  return {
    ...(prepared.length === 0
      ? {}
      : {
          before: {
            ...base,
            kind: 'patchUser',
            before: pick(prepared, user.values),
            set: prepare,
            clear: [],
          },
        }),
    change,
    back: { ...base, kind: 'patchUser', before: left, set, clear },
  };
}

function memberTry({ adds, body }: MemberAttempt, { user, group }: WriteSubject): Drafts {
  const name = user.values.userName ?? user.id;
  const members = [{ id: user.id, name, line: 1 }];
  const base = { name: group?.displayName ?? '', target: { id: group?.id ?? groupId('') }, members };
  const isMember = group?.members.some(({ id }) => id === user.id) === true;
  const asked = { body };
  return {
    before: { ...base, kind: adds ? 'removeMembers' : 'addMembers' },
    change: adds ? { ...base, kind: 'addMembers', asked } : { ...base, kind: 'removeMembers', asked },
    back: { ...base, kind: isMember ? 'addMembers' : 'removeMembers' },
  };
}

function pick(names: readonly UserAttributeName[], values: UserValues): UserValues {
  const picked: UserValues = {};
  for (const name of names) if (values[name] !== undefined) copyValue(name, values, picked);
  return picked;
}
