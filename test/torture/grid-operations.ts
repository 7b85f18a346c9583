import type { OrganizationChange, StoredGroup } from '../../src/sandbox/organization-data.ts';
import { account, idOf, organizationOf } from '../support/organization-world.ts';

/** Number of changes of each operation. */
export const ROWS = 10;
/** State before the operation: nothing was done, the file was applied, or its run was interrupted. */
type Before = 'nothing' | 'applied' | 'stopped';

/** Many changes of one kind. */
export interface Operation {
  readonly name: string;
  readonly initial: readonly OrganizationChange[];
  /** The CSV file of users or groups. */
  readonly file: string;
  readonly before: Before;
  /** The command that is interrupted. */
  readonly command: 'apply' | 'undo' | 'resume';
  /** The expected organization at the end, one line for each user and group. */
  readonly expected: readonly string[];
  /** Writes that the service must apply exactly once. */
  readonly writes: readonly string[];
}

const numbers = Array.from({ length: ROWS }, (_, n) => n);
const userLine = (n: number, { active = true, title = 'Before' } = {}) =>
  `user old${n} active=${active} title=${title} department=undefined`;
const people = (values: { readonly active: boolean }) =>
  numbers.map((n) => account(`old${n}`, { title: 'Before', ...values }));
const group = (n: number, members: readonly string[]): StoredGroup => ({
  id: `S${n}`,
  created: '2024-01-02T03:04:05-08:00',
  displayName: `Team ${n}`,
  members: members.map(idOf),
});
const peopleFile = (column: string, value: string) =>
  [`email,${column}`, ...numbers.map((n) => `old${n}@example.com,${value}`)].join('\n');
const newPeople = ['email,userName,title', ...numbers.map((n) => `new${n}@example.com,new${n},New`)].join(
  '\n',
);
const newPeopleLines = numbers.map((n) => `user new${n} active=true title=New department=undefined`);
const memberFile = (action: string) =>
  ['group,member,action', ...numbers.map((n) => `Team ${n},old${n},${action}`)].join('\n');
const emptyGroups = ['group,member,action', ...numbers.map((n) => `Team ${n},,`)].join('\n');
const members = people({ active: true });
const memberLines = numbers.map((n) => userLine(n));
const patches = numbers.map((n) => `PATCH Users/${idOf(`old${n}`)}`);
const groupPatches = numbers.map((n) => `PATCH Groups/S${n}`);

/** Every kind of change in a plan, and the commands that resume and undo a run. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'create',
    initial: organizationOf({}),
    file: newPeople,
    before: 'nothing',
    command: 'apply',
    expected: newPeopleLines,
    writes: numbers.map((n) => `POST new${n}`),
  },
  {
    name: 'patch',
    initial: organizationOf({ users: people({ active: true }) }),
    file: peopleFile('title', 'After'),
    before: 'nothing',
    command: 'apply',
    expected: numbers.map((n) => userLine(n, { title: 'After' })),
    writes: patches,
  },
  {
    name: 'deactivate',
    initial: organizationOf({ users: people({ active: true }) }),
    file: peopleFile('active', 'false'),
    before: 'nothing',
    command: 'apply',
    expected: numbers.map((n) => userLine(n, { active: false })),
    writes: patches,
  },
  {
    name: 'reactivate',
    initial: organizationOf({ users: people({ active: false }) }),
    file: peopleFile('active', 'true'),
    before: 'nothing',
    command: 'apply',
    expected: numbers.map((n) => userLine(n)),
    writes: patches,
  },
  {
    name: 'create group',
    initial: organizationOf({}),
    file: emptyGroups,
    before: 'nothing',
    command: 'apply',
    expected: numbers.map((n) => `group Team ${n} `),
    writes: numbers.map((n) => `POST Team ${n}`),
  },
  {
    name: 'add members',
    initial: organizationOf({ users: members, groups: numbers.map((n) => group(n, [])) }),
    file: memberFile('add'),
    before: 'nothing',
    command: 'apply',
    expected: [...memberLines, ...numbers.map((n) => `group Team ${n} old${n}`)],
    writes: groupPatches,
  },
  {
    name: 'remove members',
    initial: organizationOf({ users: members, groups: numbers.map((n) => group(n, [`old${n}`])) }),
    file: memberFile('remove'),
    before: 'nothing',
    command: 'apply',
    expected: [...memberLines, ...numbers.map((n) => `group Team ${n} `)],
    writes: groupPatches,
  },
  {
    name: 'delete group (undo)',
    initial: organizationOf({}),
    file: emptyGroups,
    before: 'applied',
    command: 'undo',
    expected: [],
    writes: [],
  },
  {
    name: 'change back (undo)',
    initial: organizationOf({ users: people({ active: true }) }),
    file: peopleFile('title', 'After'),
    before: 'applied',
    command: 'undo',
    expected: memberLines,
    writes: patches,
  },
  {
    name: 'deactivate (undo)',
    initial: organizationOf({}),
    file: newPeople,
    before: 'applied',
    command: 'undo',
    expected: newPeopleLines.map((line) => line.replace('active=true', 'active=false')),
    writes: [],
  },
  {
    name: 'create (resume)',
    initial: organizationOf({}),
    file: newPeople,
    before: 'stopped',
    command: 'resume',
    expected: newPeopleLines,
    writes: numbers.map((n) => `POST new${n}`),
  },
];
