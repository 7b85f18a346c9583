import { planReplacement } from '../../../../bulk/single/plan-user-writes.ts';
import { findUser } from '../../../../scim/find-user.ts';
import type { UserAttributeName } from '../../../../spec/user-attributes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { addAttributeOptions, readAttributeOptions } from '../../../options/attribute-options.ts';
import { maxDeactivateOption, maxReactivateOption } from '../../../options/bulk-options.ts';
import { nameOf } from '../../../people/describe-person.ts';
import { changesInWords, lostInWords } from '../../../people/patch-in-words.ts';
import { refuseLoneExpiration } from '../../../people/read-patch.ts';
import { managerOf } from '../../../people/read-person-facts.ts';
import { blankedBy, replacementBody, valuesAfter } from '../../../people/replacement.ts';
import { userView } from '../../../people/view-with-manager.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { findManager } from '../../../writes/manager-id.ts';
import { performWrites } from '../../../writes/perform-writes.ts';
import { userAt } from '../../../writes/performed.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users get clara.voss -o yaml > clara.yaml',
      'orgctl -p sandbox scim users replace clara.voss --file clara.yaml',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  addAttributeOptions(command, 'update');
  return command
    .argument('<user>', 'ID, userName or e-mail')
    .option('--file <file>', 'the whole user as YAML or JSON; - is stdin. Flags win over it')
    .addOption(maxDeactivateOption())
    .addOption(maxReactivateOption())
    .action(
      act(async (context, identity, { file, maxDeactivate, maxReactivate, ...options }) => {
        const { scim } = await context.connection();
        const user = await findUser(scim, identity);
        const flags = readAttributeOptions(options);
        const manager = await findManager(scim, flags.manager);
        const values = { ...flags, ...(manager === undefined ? {} : { manager: manager.id }) };
        refuseLoneExpiration({ set: values, clear: [] }, user);
        const body = await replacementBody(context, scim.dialect, user, values, file);
        const blanked = blankedBy(body, user, scim.dialect);
        const set = {
          ...valuesAfter(body, scim.dialect),
          ...(flags.guest === false ? { guest: false } : {}),
        };
        const changes = planReplacement({ user, position: 1 }, body, set, blanked);
        const former = user.values.manager === set.manager ? undefined : await managerOf(context, user);
        const names = new Map(
          [former, manager].flatMap((one) => (one === undefined ? [] : [[one.id, nameOf(one)] as const])),
        );
        if (blanked.length > 0)
          await context.messages.warn(`the replacement ${lostInWords(user, blanked, names)}`);
        const about = `Replace ${user.values.userName} and ${lossOf(blanked)}`;
        await performWrites(
          context,
          {
            api: 'scim',
            changes,
            users: [user],
            others: manager === undefined ? [] : [manager],
            ...(blanked.length > 0 ? { question: { ask: 'yes', about } as const } : {}),
            limits: { maxDeactivate, maxReactivate },
            named: 1,
            noun: 'users',
            shows: USER_VIEW,
          },
          async (performed) => {
            const replaced = userAt(performed, 1);
            if (replaced === undefined) return;
            await context.messages.note(
              `replaced ${replaced.values.userName} (${replaced.id})${changesInWords(user, changes, { set: {}, clear: [] }, names)}`,
            );
            await (await context.printer()).one(replaced, await userView(context, replaced));
          },
        );
      }),
    );
};

function lossOf(blanked: readonly UserAttributeName[]): string {
  const emptied = blanked.filter((name) => name !== 'timezone');
  return [
    ...(emptied.length === 0 ? [] : [`empty ${emptied.join(', ')}`]),
    ...(blanked.includes('timezone') ? ['reset timezone'] : []),
  ].join('; ');
}
