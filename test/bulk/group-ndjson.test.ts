import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('group file in NDJSON', () => {
  it.each([2, '\t', undefined])('may be a JSON array, indented by %j', async (indent) => {
    const machine = freshMachine();
    const rows = [
      { member: 'clara.voss', group: 'Crew' },
      { group: 'Crew', member: 'tomas.rey', action: 'add' },
    ];
    const ran = await machine.orgctl('-p sandbox bulk plan - -o csv --columns line,action,user,what', {
      stdin: JSON.stringify(rows, undefined, indent),
    });
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('add members,Crew,') });
    expect(ran.stdout).toContain('clara.voss, tomas.rey');
  });

  it('gives the same plan as a CSV of the same rows', async () => {
    const plans: unknown[] = [];
    for (const [name, text] of [
      [
        'groups.csv',
        'group,member,action\nIT,clara.voss,\nIT,samir.aziz,remove\nCrew,,\nCrew,tomas.rey,add\n',
      ],
      [
        'groups.ndjson',
        '{"group":"IT","member":"clara.voss"}\n{"member":"samir.aziz","group":"IT","action":"remove"}\n' +
          '{"group":"Crew"}\n{"group":"Crew","member":"tomas.rey","action":"add"}\n',
      ],
    ] as const) {
      const machine = freshMachine();
      writeFileSync(machine.path(name), text);
      const ran = await machine.orgctl(
        `-p sandbox bulk plan ${machine.path(name)} -o csv --columns action,user,what -q`,
      );
      expect(ran).toMatchObject({ exit: 0 });
      plans.push(ran.stdout);
    }
    expect(plans[1]).toBe(plans[0]);
    expect(plans[0]).toContain('create group,Crew,');
  });

  it('reports findings with their place and writes failed rows back', async () => {
    const machine = freshMachine();
    const path = machine.path('groups.ndjson');
    writeFileSync(
      path,
      '{"group":"IT","member":"clara.voss"}\n{"group":"","member":"x"}\n{"group":"IT","membr":"x"}\n' +
        '{"group":"IT","member":"x","action":"drop"}\n{"group":"it","member":"CLARA.voss"}\n',
    );
    const { exit, stdout } = await machine.orgctl(`bulk check ${path} -o table`);
    expect(exit).toBe(5);
    expect(stdout.replaceAll(path, 'g').split('\n').slice(0, -1)).toEqual([
      'g:2:10 group: row has no group (missing_key)',
      'g:3:15 membr: unknown column "membr" (did you mean "member"?) (unknown_column)',
      'g:4:37 action: "drop" is neither add nor remove (invalid_action)',
      'g:5:24 member: lines 1 and 5 are the same membership (same_member)',
    ]);
    // A channel depends on the group, so the service refuses to remove members (SCIM §7).
    writeFileSync(path, '{"group":"Support desk","member":"aroha.ngata","action":"remove"}\n');
    const out = machine.path('failed.ndjson');
    expect(await machine.orgctl(`-p sandbox bulk apply ${path} --yes -q --failed-out ${out}`)).toMatchObject({
      exit: 3,
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      group: 'Support desk',
      member: 'aroha.ngata',
      action: 'remove',
      'orgctl.code': 'failed_to_remove_users_for_linked_subteam',
    });
    expect((await machine.orgctl(`bulk check ${out}`)).exit).toBe(0);
  });
});
