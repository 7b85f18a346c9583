import { asFailure, Failure } from '../../failure/failure.ts';
import type { HttpRequest } from '../../http/transport.ts';
import { WriteWithheld } from '../../http/withhold-writes.ts';
import type { User } from '../../scim/user.ts';
import type { Context } from '../context.ts';
import { showWithheld } from '../printing/show-withheld.ts';
import { describeFailure } from '../report-failure.ts';
import { USER_VIEW } from '../views/user-view.ts';

/** Does one thing with each of several users and prints what became of them. @throws as `eachOf` */
export async function eachUser(
  context: Context,
  identities: readonly string[],
  act: (identity: string) => Promise<User>,
): Promise<void> {
  const printer = await context.printer();
  await eachOf(context, 'users', identities, act, async (done) => {
    const [only] = done;
    if (identities.length === 1 && only !== undefined) await printer.one(only, USER_VIEW);
    else await printer.list(done, USER_VIEW);
  });
}

/**
 * Does one thing with each of several. One that fails does not keep the others from being done; what concerns them all, such as a
 * refused token, ends it.
 * @param print is given what was done; not in a dry run.
 * @throws the failure itself when there was one, else Failure `itemsFailed`.
 */
export async function eachOf<T>(
  context: Context,
  noun: 'users' | 'groups',
  identities: readonly string[],
  act: (identity: string) => Promise<T>,
  print: (done: readonly T[]) => Promise<void> = async () => {},
): Promise<void> {
  const done: T[] = [];
  const withheld: HttpRequest[] = [];
  let failed = 0;
  for (const identity of identities) {
    try {
      done.push(await act(identity));
    } catch (error) {
      if (error instanceof WriteWithheld) {
        withheld.push(error.request);
        continue;
      }
      const failure = asFailure(error);
      if (identities.length === 1 || failure.kind !== 'refused') throw error;
      failed += 1;
      const text = describeFailure(failure, {
        palette: context.messages.palette,
        isJson: false,
        isDebug: false,
      });
      await context.messages.block(`${identity}: ${text}`);
    }
  }
  await showWithheld(context, withheld);
  if (context.common.dryRun !== true) await print(done);
  if (failed > 0) throw new Failure('itemsFailed', `${failed} of ${identities.length} ${noun} failed`);
}
