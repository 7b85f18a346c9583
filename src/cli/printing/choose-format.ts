import { isOutputFormat, type OutputFormat } from '../../output/view.ts';
import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import type { CommonOptions } from '../options/common-options.ts';

/**
 * Returns the output format: from flag, variable or profile, or else by the type of the stream.
 * @param isReadByPeople whether to print tables even to a pipe
 */
export async function chooseFormat(
  common: CommonOptions,
  resolved: () => Promise<ResolvedProfile>,
  { isTerminal, isReadByPeople }: { readonly isTerminal: boolean; readonly isReadByPeople: boolean },
): Promise<OutputFormat> {
  const isTable = isTerminal || (isReadByPeople && common.query === undefined);
  return givenFormat(common) ?? (await profileFormat(resolved)) ?? (isTable ? 'table' : 'json');
}

/**
 * Ignores document formats: the command itself prints the document, and all its other output in the usual
 * format.
 */
function givenFormat({ output }: CommonOptions): OutputFormat | undefined {
  return isOutputFormat(output) ? output : undefined;
}

/** Returns the format of the profile; a missing profile is not an error here. */
async function profileFormat(resolved: () => Promise<ResolvedProfile>): Promise<OutputFormat | undefined> {
  const output = await resolved().then(
    ({ settings }) => settings.output?.value,
    () => undefined,
  );
  return output !== undefined && isOutputFormat(output) ? output : undefined;
}
