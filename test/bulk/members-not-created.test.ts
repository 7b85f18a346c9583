import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failedOf, missingPartsOf } from '../../src/bulk/report/not-stored.ts';
import { resultView } from '../../src/cli/views/result-view.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('a member whose creation failed is not reported as not stored', async () => {
  const machine = freshMachine();
  const file = machine.path('people.csv');
  writeFileSync(file, 'userName,email,groups\nna,na@x.example,IT\ngeneral,nb@x.example,IT\n');
  const ran = await machine.orgctl(`-p sandbox bulk apply ${file} --yes -o json`);
  expect(ran.exit).toBe(3);
  const results = JSON.parse(ran.stdout);
  expect(results).toContainEqual(expect.objectContaining({ user: 'IT', notCreated: ['nb@x.example'] }));
  expect(ran.stdout).not.toContain('notKept');
  const shown = await machine.orgctl('-p sandbox bulk runs show latest');
  expect(shown.stdout).toContain('not created, so not added: nb@x.example');
  expect(shown.stdout).not.toContain('did not store');
  const report = await machine.orgctl('-p sandbox bulk report latest -o json');
  expect(JSON.parse(report.stdout)).toMatchObject({ failed: 1, notKept: 0 });
});

it('a member that was sent and is missing is reported as not stored', () => {
  const created = { id: changeId('n'), line: 2, after: [], name: 'new', kind: 'createUser' } as const;
  const creation = {
    change: { ...created, user: {}, withheld: [] },
    outcome: { state: 'failed', code: 'x', message: 'x' },
  } as const;
  const failed = failedOf([creation]);
  const result = {
    change: {
      ...created,
      id: changeId('m'),
      name: 'IT',
      kind: 'addMembers',
      target: { id: groupId('S1') },
      members: [
        { createdBy: changeId('n'), name: 'new', line: 2 },
        { id: userId('W1'), name: 'bea', line: 3 },
      ],
    },
    outcome: { state: 'succeeded', id: 'S1', name: 'IT', notKept: ['new', 'bea'] },
  } as const;
  expect(missingPartsOf(result, failed)).toEqual({ notStored: ['bea'], notCreated: ['new'] });
  const { columns, json } = resultView([creation, result]);
  expect(columns.find(({ name }) => name === 'message')?.value(result)).toBe(
    'the service did not store: bea; not created, so not added: new',
  );
  expect(json(result)).toMatchObject({ notKept: ['bea'], notCreated: ['new'] });
});
