import { type NamedUser, planReplacement } from '../../../../bulk/single/plan-user-writes.ts';
import { Failure } from '../../../../failure/failure.ts';
import type { User } from '../../../../scim/user.ts';
import type { JsonObject } from '../../../../spec/protocol-types.ts';
import type { UserAttributeName, UserValues } from '../../../../spec/user-attributes.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { MANY_USERS, namedPeople, whereOption } from '../../../identity/named-people.ts';
import {
  addAttributeOptions,
  checkAttributes,
  readAttributeOptions,
} from '../../../options/attribute-options.ts';
import { maxChangesOption, maxDeactivateOption, maxReactivateOption } from '../../../options/bulk-options.ts';
import { personName } from '../../../people/describe-person.ts';
import { changesInWords, lostInWords } from '../../../people/patch-in-words.ts';
import { refuseLoneExpiration } from '../../../people/read-patch.ts';
import { managerOf } from '../../../people/read-person-facts.ts';
import { attributesClearedBy, replacementBody, valuesAfter } from '../../../people/replacement.ts';
import { refuseSharedIdentity } from '../../../people/shared-identity.ts';
import { readUserFile } from '../../../people/user-file.ts';
import type { UserNamesById } from '../../../views/describe-change.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { changeFoundUsers } from '../../../writes/change-users.ts';
import { chosenManager, withManagerId } from '../../../writes/manager-id.ts';
import { findEveryUser } from '../../../writes/named-users.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim users get clara.voss -o yaml > clara.yaml',
      'orgctl -p sandbox scim users replace clara.voss --file clara.yaml',
      'orgctl -p sandbox scim users replace @people.txt --file common.yaml',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
    lists: { columns: USER_VIEW.columns },
  });
  addAttributeOptions(command, 'update');
  return command
    .argument('<user...>', MANY_USERS)
    .addOption(whereOption())
    .option(
      '--file <file>',
      'the whole user as YAML or JSON; - is stdin; flags override it; an attribute in neither is cleared',
    )
    .addOption(maxDeactivateOption())
    .addOption(maxReactivateOption())
    .addOption(maxChangesOption())
    .action(
      act(async (context, words, { where, file, maxDeactivate, maxReactivate, maxChanges, ...options }) => {
        const flags = readAttributeOptions(options);
        if (file === undefined && Object.keys(flags).length === 0)
          throw new Failure('usage', 'no replacement was given', {
            hint: 'give --file, or the attributes that the user keeps, such as --email and --title',
          });
        const { scim } = await context.connection();
        const document = file === undefined ? undefined : await readUserFile(context, scim.dialect, file);
        const identities = await namedPeople(context, words, where);
        const users = await findEveryUser(context, identities);
        refuseSharedIdentity(users.length, flags, options, document === undefined ? [] : [document]);
        const manager = await chosenManager(context, flags.manager);
        const values = withManagerId(flags, manager);
        checkAttributes(values, scim.dialect.vendor, options);
        const planned = await planReplacements(context, users, values, { file, document, manager });
        await changeFoundUsers(context, users, identities.length, {
          plan: (named) => {
            const { body, set, blanked } = planned.get(named.user.id) ?? NOTHING;
            return planReplacement(named, body, set, blanked);
          },
          question: (names, count) => questionOf(names, count, [...planned.values()]),
          unchanged: ({ values: { userName } }) => `${userName} is unchanged`,
          done: (before, { id, values: { userName } }, changes) => {
            const { names } = planned.get(before.id) ?? NOTHING;
            return `replaced ${userName} (${id})${changesInWords(before, changes, { set: {}, clear: [] }, names)}`;
          },
          others: manager === undefined ? [] : [manager],
          limits: { maxDeactivate, maxReactivate, maxChanges },
        });
      }),
    );
};

/** The planned replacement of one user. */
interface Replacement {
  readonly body: JsonObject;
  readonly set: UserValues;
  readonly blanked: readonly UserAttributeName[];
  readonly names: UserNamesById;
}
const NOTHING: Replacement = { body: {}, set: {}, blanked: [], names: new Map() };

/** Where the values of a replacement come from. */
interface Source {
  readonly file: string | undefined;
  /** The content of `file`. */
  readonly document: JsonObject | undefined;
  readonly manager: User | undefined;
}

/**
 * Plans a replacement for each user, and warns of the values that it clears.
 * @returns the replacements, by ID of the user
 * @throws Failure `usage` for values that do not fit a user; nothing was sent
 */
async function planReplacements(
  context: Context,
  users: readonly NamedUser[],
  values: UserValues,
  source: Source,
): Promise<ReadonlyMap<string, Replacement>> {
  const planned = new Map<string, Replacement>();
  for (const { user } of users) {
    refuseLoneExpiration({ set: values, clear: [] }, user);
    const one = await replacementOf(context, user, values, source);
    planned.set(user.id, one);
    if (one.blanked.length === 0) continue;
    const about = users.length === 1 ? 'the replacement' : `${user.values.userName}: the replacement`;
    await context.messages.warn(`${about} ${lostInWords(user, one.blanked, one.names)}`);
  }
  return planned;
}

async function replacementOf(
  context: Context,
  user: User,
  values: UserValues,
  { manager, ...source }: Source,
): Promise<Replacement> {
  const { dialect } = (await context.connection()).scim;
  const body = replacementBody(dialect, user, values, source);
  const set = { ...valuesAfter(body, dialect), ...(values.guest === false ? { guest: false } : {}) };
  const former = user.values.manager === set.manager ? undefined : await managerOf(context, user);
  const known = [former, manager].filter((one) => one !== undefined);
  const names = new Map(known.map((one) => [one.id, personName(one)]));
  return { body, set, blanked: attributesClearedBy(body, user, dialect), names };
}

/** Returns the confirmation question; undefined for the replacement of a single user that clears nothing. */
function questionOf(names: string, count: number, planned: readonly Replacement[]): string | undefined {
  const lost = [...new Set(planned.flatMap(({ blanked }) => blanked))];
  const whole = count === 1 ? `Replace ${names}` : `Replace ${count} users (${names})`;
  if (lost.length > 0) return `${whole} and ${lossOf(lost)}`;
  return count === 1 ? undefined : whole;
}

function lossOf(blanked: readonly UserAttributeName[]): string {
  const emptied = blanked.filter((name) => name !== 'timezone');
  return [
    ...(emptied.length === 0 ? [] : [`empty ${emptied.join(', ')}`]),
    ...(blanked.includes('timezone') ? ['reset timezone'] : []),
  ].join('; ');
}
