import { writeFileSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** Each command for several users or groups, with an example line; LIST is replaced by arguments. */
const OF_MANY: Readonly<Record<string, string>> = {
  who: 'who LIST',
  offboard: 'offboard LIST -n',
  'scim users get': 'scim users get LIST',
  'scim users patch': 'scim users patch LIST --title Lead -n',
  'scim users replace':
    'scim users replace LIST --given-name T --family-name R --display-name TR --title Lead -n',
  'scim users deactivate': 'scim users deactivate LIST -n',
  'scim users activate': 'scim users activate LIST -n',
  'scim users convert': 'scim users convert LIST --to guest --no-expires -n',
  'scim groups get': 'scim groups get LIST',
  'scim groups patch': 'scim groups patch LIST --remove dev.partner --add clara.voss -n',
  'scim groups members list': 'scim groups members list LIST',
  'scim groups members clear': 'scim groups members clear LIST -n --max-remove-members 9',
  'scim groups delete': 'scim groups delete LIST -n --max-delete-groups 5',
  'scim groups members add': 'scim groups members add IT LIST -n',
  'scim groups members remove': 'scim groups members remove "Support desk" LIST -n',
  'scim groups members set': 'scim groups members set IT LIST -n --max-remove-members 9',
  'scim groups create': 'scim groups create New --member LIST -n',
  'scim groups replace': 'scim groups replace IT --member LIST -n --max-remove-members 9',
  'admin sessions': 'admin sessions LIST',
  'admin policy assign': 'admin policy assign --users LIST -n',
  'functions permissions set': 'functions permissions set Fn0RELEASE --users LIST -n',
};

const OF_GROUPS = new Set([
  'scim groups get',
  'scim groups patch',
  'scim groups members list',
  'scim groups members clear',
  'scim groups delete',
]);

/**
 * Commands with a flag that accepts lists of users, whose expressions do not select users; each has a test
 * of its own below.
 */
const BY_LIST: Readonly<Record<string, string>> = {
  logs: 'logs --user LIST',
  'bulk undo': 'bulk undo latest --only LIST',
  undo: 'undo latest --only LIST',
};

describe('commands that accept users or groups', async () => {
  const below = (command: CommandUnknownOpts): readonly CommandUnknownOpts[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(below);
  const pathOf = (command: CommandUnknownOpts): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
  const naming = below(await buildWholeProgram())
    .filter(
      ({ registeredArguments, options }) =>
        registeredArguments.some((argument) => /^(?:users?|groups?)$/.test(argument.name())) ||
        options.some(({ flags }) => /^--(?:member|users|user|only) <users?>$/.test(flags)),
    )
    .map(pathOf);

  it('are all listed in OF_MANY or BY_LIST', () => {
    // probe changes and restores exactly one user.
    expect(naming.filter((path) => path !== 'probe').sort()).toEqual(
      [...Object.keys(OF_MANY), ...Object.keys(BY_LIST)].sort(),
    );
  });

  it.each(Object.entries(OF_MANY))('%s accepts a file, stdin and an expression', async (path, line) => {
    const isOfGroups = OF_GROUPS.has(path);
    const person = path === 'scim users activate' ? 'former.member' : 'tomas.rey';
    const listed = isOfGroups ? 'Support desk\n' : `${person}\n`;
    const where = isOfGroups
      ? `--where 'displayName eq "Support desk"'`
      : `--where 'userName eq "${person}"'`;
    const run = async (words: string, stdin?: string) => {
      const machine = freshMachine();
      writeFileSync(machine.path('list'), listed);
      const ran = await machine.orgctl(
        `-p sandbox -q ${line.replace('LIST', words).replace('FILE', machine.path('list'))} -o json`,
        { now: () => Date.parse('2026-06-01T00:00:00Z'), ...(stdin === undefined ? {} : { stdin }) },
      );
      return { exit: ran.exit, stdout: ran.stdout };
    };
    const fromFile = await run('@FILE');
    expect(fromFile.exit).toBe(0);
    expect(fromFile.stdout).toMatch(/tomas\.rey|former\.member|Support desk|W133PZN96/);
    expect(await run('-', listed)).toEqual(fromFile);
    const withoutFlag = line.replace(/--(?:users|member) LIST/, 'LIST');
    const machine = freshMachine();
    const matching = await machine.orgctl(`-p sandbox -q ${withoutFlag.replace('LIST', where)} -o json`, {
      now: () => Date.parse('2026-06-01T00:00:00Z'),
    });
    expect({ exit: matching.exit, said: matching.stderr }).toEqual({ exit: 0, said: '' });
    expect(matching.stdout).toMatch(/tomas\.rey|former\.member|Support desk|W133PZN96/);
  });

  it('prints one user as an object and a list of one user as a list', async () => {
    const { orgctl } = freshMachine();
    const json = async (line: string, stdin = '') => {
      const parsed: unknown = JSON.parse((await orgctl(`-p sandbox ${line} -o json`, { stdin })).stdout);
      return Array.isArray(parsed) ? parsed.length : 'one';
    };
    for (const command of ['scim users get', 'who']) {
      expect(await json(`${command} tomas.rey`)).toBe('one');
      expect(await json(`${command} -`, 'tomas.rey\n')).toBe(1);
      expect(await json(`${command} tomas.rey clara.voss`)).toBe(2);
    }
  });

  it('reads the known users, and exits with 3 because of the others', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(
      '-p sandbox scim users get nobody tomas.rey -o csv --columns userName --no-header',
    );
    expect(ran).toMatchObject({ exit: 3, stdout: 'tomas.rey\n' });
    expect(ran.stderr).toContain('nobody: error: no user has the userName "nobody" [no_such_user]');
    const who = await orgctl(
      '-p sandbox who walt.finch clara.voss -o csv --columns userName,reports --no-header',
    );
    expect(who.stdout).toMatch(/^walt\.finch,.*\nclara\.voss,/);
    const pages = await orgctl('-p sandbox who walt.finch clara.voss -o table');
    expect(pages.stdout.match(/^Username/gm)).toHaveLength(2);
  });

  it('adds the users of a list to a group with a patch', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox scim groups patch IT --add - --yes', {
      stdin: 'tomas.rey\nclara.voss\n',
    });
    expect(ran.exit).toBe(0);
    const { stdout } = await orgctl('-p sandbox scim groups members list IT -o json');
    expect(stdout).toMatch(/W133PZN96/);
    expect(stdout).toMatch(/W12L3NPDN/);
  });
});

describe('unknown users and groups', () => {
  const WRITES = Object.entries(OF_MANY).filter(([, line]) => / -n\b/.test(line));
  const machineWithRun = async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Lead');
    return machine;
  };

  it.each(Object.entries({ ...OF_MANY, ...BY_LIST }))(
    '%s exits with 6 for a single unknown name',
    async (path, line) => {
      const { orgctl } = freshMachine();
      if (path.endsWith('undo')) return;
      const ran = await orgctl(`-p sandbox ${line.replace('LIST', 'nobody.here')}`);
      expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 6, stdout: '' });
      expect(ran.stderr).toMatch(/\[no_such_(?:user|group)\]\n/);
    },
  );

  it.each(WRITES)('%s exits with 6 and sends nothing for an unknown name among others', async (_, line) => {
    const machine = await machineWithRun();
    writeFileSync(machine.path('list'), 'tomas.rey\nIT\nnobody.here\n');
    const list = line.replace('LIST', `@${machine.path('list')}`).replace(' -n', ' --yes');
    const ran = await machine.orgctl(`-p sandbox ${list}`);
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain('nothing was sent [no_such_');
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
  });

  it('undo exits with 2 and sends nothing', async () => {
    const machine = await machineWithRun();
    const ran = await machine.orgctl('-p sandbox undo latest --only nobody.here --yes');
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 2, stdout: '' });
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
  });
});
