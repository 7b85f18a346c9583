import { Failure } from '../../../../failure/failure.ts';
import { findGroup } from '../../../../scim/find-group.ts';
import { groupBody } from '../../../../scim/group-body.ts';
import { changeTo } from '../../../../scim/group-patch.ts';
import { replaceGroup } from '../../../../scim/groups.ts';
import { LIMITS } from '../../../../spec/limits.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { askToGoOn } from '../../../naming/ask.ts';
import { membersIn } from '../../../options/group-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { settledGroup } from '../../../people/settled-writes.ts';
import { readWantedGroup } from '../../../people/wanted-group.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups get IT -o yaml > it.yaml',
      'orgctl -p sandbox scim groups replace IT --file it.yaml',
      'orgctl -p sandbox scim groups replace IT --name Security --member samir.aziz --yes',
    ],
    needs: `a user token with scope admin; 180 changes a minute, ${LIMITS.groupUsersPerCall} members a call`,
  });
  return command
    .argument('<group>', 'ID or name')
    .option('--name <text>', 'the name; as it is when left out')
    .option('--member <user>', 'ID, userName or e-mail of a member; may be repeated', collectWord)
    .option('--members-file <file>', 'members, one on a line; - is stdin')
    .option('--file <file>', 'the whole group as YAML or JSON; - is stdin. Flags win over it')
    .action(
      act(async (context, identity, sources) => {
        const printer = await context.printer();
        const { scim } = await context.connection();
        if (Object.keys(sources).length === 0)
          throw new Failure('usage', 'nothing to replace it with was given', {
            hint: '--file, --name or --member',
          });
        const wanted = await readWantedGroup(context, scim, sources, 'replace');
        const { memberIds = [] } = wanted;
        if (memberIds.length > LIMITS.groupUsersPerCall) {
          throw new Failure(
            'invalidInput',
            `${membersIn(memberIds.length)} are more than one call may name`,
            {
              code: 'too_many_users',
              hint: 'orgctl scim groups members set takes several calls',
            },
          );
        }
        const group = await findGroup(scim, identity);
        const { remove } = changeTo(
          memberIds,
          group.members.map(({ id }) => id),
        );
        const { displayName = group.displayName } = wanted;
        if (remove.length > 0) {
          await context.messages.warn(
            `a replacement takes out who is not named: ${membersIn(remove.length)}`,
          );
          await askToGoOn(context, `Replace ${group.displayName} and take ${membersIn(remove.length)} out?`);
        }
        const body = groupBody(displayName, memberIds, scim.dialect);
        const replaced = await settledGroup(context, scim, group, { displayName, memberIds }, () =>
          replaceGroup(scim, group.id, body),
        );
        await context.messages.note(`replaced ${replaced.displayName} (${replaced.id})`);
        await printer.one(replaced, GROUP_VIEW);
      }),
    );
};
