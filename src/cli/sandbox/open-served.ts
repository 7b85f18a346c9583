import { Failure } from '../../failure/failure.ts';
import type { Audit } from '../../sandbox/audit.ts';
import { demoOrganization } from '../../sandbox/demo-organization.ts';
import type { Quirks } from '../../sandbox/quirks/quirk-table.ts';
import { openSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { defined } from '../../values/defined.ts';
import { readQuotas } from '../connection/read-quotas.ts';
import type { Context } from '../context.ts';
import { chosenFile } from './chosen-file.ts';

/** Flags for the source of the organization, and for how the sandbox answers. */
export interface ServedFlags {
  readonly latency: number;
  readonly state?: string | undefined;
  readonly memory?: true | undefined;
  readonly limits?: string | undefined;
  readonly quirk?: Quirks | undefined;
  readonly from?: string | undefined;
}

/**
 * Refuses `--state` on the command line beside a flag that keeps the organization in memory: nothing would be
 * in the file. Its variable is ignored then, as it applies to many commands.
 * @throws Failure `usage`
 */
export function refuseUnusedState({ from, memory }: ServedFlags, isStateTyped: boolean): void {
  if (!isStateTyped) return;
  if (from !== undefined) throw new Failure('usage', '--from serves a recording in memory; omit --state');
  if (memory === true) throw new Failure('usage', '--memory and --state contradict each other; give one');
}

const MAX_RECORDING_SIZE = 512 * 1024 * 1024;

/**
 * Opens the sandbox to serve: that of a state file, the demo organization in memory, or that of a recording.
 * @throws Failure `invalidInput` if the file is not a recording
 */
export async function openServed(
  context: Context,
  flags: ServedFlags,
  audit: Audit | undefined,
): Promise<Sandbox> {
  const { now, streams } = context.host;
  const { latency, limits, quirk, from, state, memory } = flags;
  const options = {
    now,
    latency,
    ...defined({
      audit,
      quirks: quirk,
      limits: limits === undefined ? undefined : await readQuotas(limits, streams.stdin),
    }),
  };
  if (from === undefined)
    return openSandbox({
      ...options,
      initial: demoOrganization(),
      ...(memory === true ? {} : { stateFile: chosenFile(context, state) }),
    });
  const { readText } = await import('../../terminal/read-input.ts');
  const { readRecording } = await import('../../recording/read-recording.ts');
  const { recordedOrganization } = await import('./recorded-organization.ts');
  const { recordedQuirks } = await import('./recorded-service.ts');
  const { replayResponses } = await import('../../sandbox/recorded-quirks.ts');
  const recording = readRecording(await readText(from, streams.stdin, MAX_RECORDING_SIZE), from);
  const sandbox = await openSandbox({ ...options, initial: recordedOrganization(recording) });
  return { ...sandbox, answer: replayResponses(recordedQuirks(recording), sandbox.answer) };
}
