import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import type { CommandModule } from '../command-module.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import { describe } from '../help-format.ts';

/** A command of the tour, and its purpose. */
interface Step {
  readonly about: string;
  readonly words: readonly string[];
}

const PEOPLE = `userName,email,displayName,department,groups
anna.lind,anna.lind@example.com,Anna Lind,Support,Support desk
bo.ek,bo.ek@example.com,Bo Ek,Support,
`;

const steps = (people: string): readonly Step[] => [
  { about: 'List users', words: ['scim', 'users', 'list', '--limit', '5'] },
  { about: 'Show everything about one user', words: ['who', 'clara.voss'] },
  { about: 'Filter by any column', words: ['scim', 'users', 'list', '--where', 'department eq "Product"'] },
  {
    about: 'Preview a change',
    words: ['scim', 'users', 'patch', 'clara.voss', '--title', 'Lead', '-n'],
  },
  {
    about: 'Make the change',
    words: ['scim', 'users', 'patch', 'clara.voss', '--title', 'Lead', '--columns', 'userName,title'],
  },
  { about: 'Undo the change: every change is recorded', words: ['undo', 'latest', '--yes'] },
  { about: 'Plan the changes of a file', words: ['bulk', 'plan', people] },
  { about: 'Apply the file', words: ['bulk', 'apply', people, '--yes'] },
  { about: 'Offboard a user', words: ['offboard', 'clara.voss', '--leave-groups', '--plan'] },
  { about: 'Explain an error code', words: ['explain', 'username_taken'] },
];

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl tour'],
    needs: 'nothing: it runs in a temporary sandbox of its own',
  });
  return command.action(
    act(async (context) => {
      const home = mkdtempSync(join(tmpdir(), 'orgctl-tour-'));
      try {
        const people = join(home, 'people.csv');
        writeFileAtomic(people, PEOPLE);
        await runSteps(context, home, steps(people));
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    }),
  );
};

async function runSteps(context: Context, home: string, all: readonly Step[]): Promise<void> {
  const { prompts, host } = context;
  const printer = await context.printer();
  for (const [index, { about, words }] of all.entries()) {
    const argv = ['-p', 'sandbox', '-o', 'table', ...words];
    const shown = ['orgctl', '-p', 'sandbox', ...words].map(quoted).join(' ');
    await printer.text(`${index === 0 ? '' : '\n'}${index + 1}/${all.length}  ${about}\n$ ${shown}\n`);
    // Environment variables for the user's own connection do not apply here.
    const own = Object.entries(host.env).filter(([name]) => !name.startsWith('ORGCTL_'));
    const exit = await context.runLine(argv, { ...Object.fromEntries(own), ORGCTL_HOME: home });
    if (exit !== 0) throw new Failure('internal', `the tour stopped at step ${index + 1}: exit code ${exit}`);
    if (prompts.mayAsk && index < all.length - 1)
      await prompts.text('Press Enter for the next command, Ctrl-C to stop');
  }
  await context.messages.note('your own sandbox is untouched; start with: orgctl -p sandbox scim users list');
}
