// cspell:ignore aply suspnd
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../src/cli/help-topic-names.ts';
import { FAILURE_KINDS } from '../../src/failure/failure.ts';
import { freshMachine, wordsIn } from '../support/run-orgctl.ts';

describe.each(HELP_TOPICS)('orgctl help %s', (topic) => {
  it('fits 80 columns, except for command lines', async () => {
    const { stdout, exit } = await freshMachine().orgctl(`help ${topic}`);
    expect(exit).toBe(0);
    const lines = stdout.split('\n').filter((line) => !line.startsWith('  orgctl '));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]).not.toBe('');
  });

  it('has examples that run unchanged', async () => {
    const { orgctl, words } = freshMachine();
    const { stdout } = await orgctl(`help ${topic}`);
    const examples = stdout.split('\n').filter((line) => line.startsWith('  orgctl '));
    for (const example of examples) {
      const ran = await words(wordsIn(example).slice(1));
      expect({ example, exit: ran.exit, said: ran.exit === 0 ? '' : ran.stderr }).toEqual({
        example,
        exit: 0,
        said: '',
      });
    }
  });
});

it('orgctl help filters lists every operator that --where takes', async () => {
  const { orgctl, words } = freshMachine();
  const { stdout } = await orgctl('help filters');
  const where = ['-p', 'sandbox', 'scim', 'users', 'list', '--where', 'title xx "Lead"'];
  const { stderr } = await words(where);
  const [, known = ''] = /is not an operator; use ([a-z]{2}(?:, [a-z]{2})*)/.exec(stderr) ?? [];
  expect(known.split(', ')).toContain('ne');
  for (const operator of known.split(', ')) expect(stdout).toMatch(new RegExp(`^  ${operator}  \\w`, 'm'));
});

describe('orgctl help lists', () => {
  it('says which lines are comments, as a list is read', async () => {
    const machine = freshMachine();
    const deactivate = (text: string) => {
      writeFileSync(machine.path('list.txt'), text);
      return machine.words([
        '-p',
        'sandbox',
        'scim',
        'users',
        'deactivate',
        `@${machine.path('list.txt')}`,
        '-n',
      ]);
    };
    const { stdout } = await machine.orgctl('help lists');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'one name per line (a line that starts with # is a comment)',
    );
    expect(await deactivate('# the boss\n # and only him\nwalt.finch\n')).toMatchObject({ exit: 0 });
    expect((await deactivate('walt.finch # the boss\n')).stderr).toContain(
      'no user has the userName "walt.finch # the boss"',
    );
  });
});

describe('orgctl help', () => {
  it.each([
    ['lists', /^ {2}--where {2,}all users that/m],
    ['quotas', /^ {2}--max-wait {2,}give up/m],
    ['tokens', /^ {2}1 {2,}--token-stdin/m],
  ])('separates terms from their meaning: %s', async (topic, line) => {
    expect((await freshMachine().orgctl(`help ${topic}`)).stdout).toMatch(line);
  });

  it.each([
    ['filter', 'there is no topic or command "filter"; did you mean "orgctl help filters"?'],
    ['exit code', 'there is no topic or command "exit code"; did you mean "orgctl help exit-codes"?'],
    ['nonsense', 'there is no topic or command "nonsense"'],
    [
      'validate',
      'there is no topic or command "validate"; did you mean "orgctl help manifest validate" or "orgctl help profile check" or "orgctl help bulk check"?',
    ],
    [
      'init',
      'there is no topic or command "init"; did you mean "orgctl help manifest init" or "orgctl help profile add"?',
    ],
    [
      'import',
      'there is no topic or command "import"; did you mean "orgctl help runs import" or "orgctl help bulk apply"?',
    ],
    [
      'map',
      'there is no topic or command "map"; did you mean "orgctl help maps" or "orgctl help migrate map"?',
    ],
    ['bulk aply', 'there is no topic or command "bulk aply"; did you mean "orgctl help bulk apply"?'],
    [
      'scim usr list',
      'there is no topic or command "scim usr list"; did you mean "orgctl help scim users list"?',
    ],
    [
      'users suspnd',
      'there is no topic or command "users suspnd"; did you mean "orgctl help scim users deactivate"?',
    ],
    ['users nonsense', 'there is no topic or command "users nonsense"'],
  ])('reports an unknown topic: help %s', async (words, message) => {
    const ran = await freshMachine().orgctl(`help ${words}`);
    expect(ran).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${message}\nhint: topics: ${HELP_TOPICS.join(', ')}; for the commands: orgctl --help\n`,
    });
  });

  it.each([
    ['exit codes', 'help exit-codes'],
    ['deactivate', 'scim users deactivate --help'],
    ['users suspend', 'scim users deactivate --help'],
    ['users list', 'users list --help'],
  ])('help %s shows the matching topic', async (words, line) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`help ${words}`);
    expect(ran).toEqual({ ...(await orgctl(line)), exit: 0 });
    expect(ran.stdout).not.toBe('');
  });
  it('lists the topics', async () => {
    const { stdout } = await freshMachine().orgctl('help topics');
    for (const topic of HELP_TOPICS) expect(stdout).toMatch(new RegExp(`^  ${topic} `, 'm'));
  });

  it.each([40, 60, 79, 80, 81, 200])(
    'fits a terminal of %i columns, but is never wider than 80',
    async (terminal) => {
      const { orgctl } = freshMachine();
      for (const topic of HELP_TOPICS) {
        const { stdout } = await orgctl(`help ${topic}`, { terminal });
        // Commands to copy and single words stay whole.
        const filled = stdout
          .split('\n')
          .filter((line) => line.trim().includes(' ') && !/orgctl |--\S+ /.test(line));
        expect(filled.filter(({ length }) => length > Math.min(terminal, 80))).toEqual([]);
      }
    },
  );

  it('lists every exit code', async () => {
    const { stdout } = await freshMachine().orgctl('help exit-codes');
    for (const { exit } of Object.values(FAILURE_KINDS))
      expect(stdout).toMatch(new RegExp(`^  ${exit} `, 'm'));
  });

  it('is mentioned in the help of the program', async () => {
    const { orgctl } = freshMachine();
    expect((await orgctl('')).stdout).toContain('orgctl help topics');
    expect((await orgctl('--help')).stdout).toContain('orgctl help topics');
  });
});

describe('orgctl tour', () => {
  it('runs ten commands in a sandbox of its own', async () => {
    const { orgctl } = freshMachine();
    const { stdout, stderr, exit } = await orgctl('tour', { env: { ORGCTL_PROFILE: 'nosuch' } });
    expect({ exit, stderr: exit === 0 ? '' : stderr }).toEqual({ exit: 0, stderr: '' });
    const commands = stdout.split('\n').filter((line) => line.startsWith('$ '));
    expect(commands).toHaveLength(10);
    expect(stdout).toContain('10/10  Explain an error code');
    expect(stdout).toMatch(/^Title +Lead$/m);
    expect(stderr).toContain('2 created, 1 member added');
    expect(stderr).toContain('your own sandbox is untouched');
    const { stdout: title } = await orgctl('-p sandbox scim users get clara.voss --query title -o text');
    expect(title).toBe('Designer\n');
  });

  it('waits for Enter after each command, and stops at Ctrl-C', async () => {
    const { orgctl } = freshMachine();
    const { stdout, exit } = await orgctl('tour', {
      terminal: 100,
      answers: [
        ['Enter for the next', '\r'],
        ['Enter for the next', '\u0003'],
      ],
    });
    expect(exit).toBe(130);
    expect(stdout).toContain('2/10');
    expect(stdout).not.toContain('3/10');
  });
});

it.each(['select', 'selectors'])('help %s does not show the help of another command', async (word) => {
  const { exit, stdout, stderr } = await freshMachine().orgctl(`help ${word}`);
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain(`there is no topic or command "${word}"`);
  expect(stderr).toContain('topics: filters, lists,');
});

it('help lists names each column that finds users', async () => {
  const { stdout } = await freshMachine().orgctl('help lists');
  expect(stdout.replace(/\s+/g, ' ')).toContain('a column id, userName, email or employeeNumber;');
});
