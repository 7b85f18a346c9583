import { isOutputFormat, type OutputFormat } from '../../output/view.ts';
import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import type { CommonOptions } from '../options/common-options.ts';

/**
 * Returns the format that flag, variable, profile or stream decide.
 * @param isReadByPeople whether a pipe gets tables, too
 */
export async function chooseFormat(
  common: CommonOptions,
  resolved: () => Promise<ResolvedProfile>,
  { isTerminal, isReadByPeople }: { readonly isTerminal: boolean; readonly isReadByPeople: boolean },
): Promise<OutputFormat> {
  const isTable = isTerminal || (isReadByPeople && common.query === undefined);
  return givenFormat(common) ?? (await profileFormat(resolved)) ?? (isTable ? 'table' : 'json');
}

/** A document is printed by the command itself; what else it prints is as usual. */
function givenFormat({ output }: CommonOptions): OutputFormat | undefined {
  return isOutputFormat(output) ? output : undefined;
}

/** Without a profile there is no format of a profile; that is no mistake here. */
async function profileFormat(resolved: () => Promise<ResolvedProfile>): Promise<OutputFormat | undefined> {
  const output = await resolved().then(
    ({ settings }) => settings.output?.value,
    () => undefined,
  );
  return output !== undefined && isOutputFormat(output) ? output : undefined;
}
