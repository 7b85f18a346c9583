import { Failure } from '../../../failure/failure.ts';
import type { Issue } from '../../../failure/issue.ts';
import { demoOrganisation } from '../../../sandbox/demo-organisation.ts';
import { madeActivity } from '../../../sandbox/made-activity.ts';
import { madePeople } from '../../../sandbox/made-people.ts';
import { EMPTY_SEED, readSeed } from '../../../sandbox/read-seed.ts';
import { openSandbox } from '../../../sandbox/sandbox.ts';
import { applySeed } from '../../../sandbox/seed-changes.ts';
import { DEFAULT_VENDOR } from '../../../spec/scim-schemas.ts';
import { readDocument } from '../../../terminal/read-document.ts';
import { inputName } from '../../../terminal/read-input.ts';
import type { CommandModule } from '../../command-module.ts';
import { sandboxFile } from '../../connection/connect.ts';
import { describe } from '../../help-format.ts';
import { parseCount } from '../../options/parse-values.ts';
import { SANDBOX_VIEW } from '../../views/sandbox-view.ts';

/** A state file is read as one piece. */
const MOST_PEOPLE = 1_000_000;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl sandbox seed organization.yaml',
      'orgctl sandbox seed --users 10000 --local-ids',
      'orgctl sandbox seed --sessions 1000000 --log-entries 5000',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('[file]', 'YAML or JSON with settings, users, groups and tokens; - is stdin')
    .option('--users <count>', 'add so many made-up people', parseCount)
    .option('--sessions <count>', 'add so many made-up sessions', parseCount)
    .option('--log-entries <count>', 'add so many made-up entries of the integration log', parseCount)
    .option('--denied-invites <count>', 'add so many made-up denied invites', parseCount)
    .option('--local-ids', 'give everybody an ID from before the migration')
    .option('--state <file>', 'of the sandbox in this file')
    .action(
      act(async (context, file, { users = 0, state, ...given }) => {
        const { common, world, folders } = context;
        const { sessions = 0, logEntries = 0, deniedInvites = 0, localIds = false } = given;
        const activity = { sessions, logEntries, deniedInvites, localIds };
        if (file === undefined && users === 0 && !Object.values(activity).some(Boolean))
          throw new Failure('usage', 'nothing to set up was given', {
            hint: 'a file, --users 10000, or --sessions 1000000',
          });
        if (users > MOST_PEOPLE)
          throw new Failure('usage', `--users takes at most ${MOST_PEOPLE.toLocaleString('en')}`);
        const document = file === undefined ? {} : await readDocument(file, world.streams.stdin);
        const { seed, issues } = readSeed(document, common.vendor ?? DEFAULT_VENDOR);
        refuseAny(issues, file);
        if (common.dryRun === true) {
          const [people, groups] = [seed.users.length + users, seed.groups.length];
          return context.messages.note(`would set up ${people} users and ${groups} groups`);
        }
        const stateFile = state ?? sandboxFile(folders.state);
        const sandbox = await openSandbox({ initial: demoOrganisation(), now: world.now, stateFile });
        await sandbox.setUp((organisation) => {
          refuseAny(applySeed(seed, organisation, world.now()), file);
          const domain = new URL(organisation.settings.url).hostname;
          const people = [...madePeople(users, organisation.userCount + 1, domain)];
          applySeed({ ...EMPTY_SEED, users: people }, organisation, world.now());
          for (const record of madeActivity(activity, organisation, world.now()))
            organisation.change({ record });
        });
        const { organisation } = sandbox;
        await (await context.printer()).one({ file: stateFile, organisation }, SANDBOX_VIEW);
        sandbox.close();
      }),
    );
};

function refuseAny(issues: readonly Issue[], file = '-'): void {
  if (issues.length === 0) return;
  const found = `${issues.length} ${issues.length === 1 ? 'mistake' : 'mistakes'}`;
  throw new Failure('invalidInput', `${inputName(file)} has ${found}; nothing was set up`, { issues });
}
