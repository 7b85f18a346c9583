import { shardInWords } from '../../bulk/report/merge-runs.ts';
import { isUndoneInPart, type RunState, type RunSummary } from '../../bulk/run/run-state.ts';
import type { CiJob, StartedBy, TokenMark } from '../../bulk/run/started-by.ts';
import type { Palette } from '../../output/palette.ts';
import type { Column, ListView } from '../../output/view.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';

/** Prints runs. */
export const RUN_VIEW: ListView<RunSummary> = {
  noun: ['run', 'runs'],
  json: ({ undoneBy, closed, partsUndoneBy, by, shard, heldBy, ...run }) => ({
    ...run,
    ...(shard === undefined ? {} : { shard: { ...shard } }),
    ...(heldBy === undefined ? {} : { heldBy: { ...heldBy } }),
    ...(partsUndoneBy.length === 0 ? {} : { partsUndoneBy }),
    ...(by === undefined ? {} : { by: startedByJson(by) }),
    ...defined({ undoneBy, closed }),
  }),
  columns: [
    { name: 'id', heading: 'Run', importance: 1, isWhole: true, value: ({ id }) => id },
    { name: 'state', heading: 'State', importance: 1, value: stateCell, paint: paintState },
    { name: 'mode', heading: 'Mode', importance: 5, value: ({ mode }) => mode },
    { name: 'source', heading: 'Source', importance: 2, value: ({ source }) => source },
    {
      name: 'shard',
      heading: 'Shard',
      importance: 5,
      value: ({ shard }) => (shard === undefined ? undefined : shardInWords(shard)),
    },
    { name: 'changes', heading: 'Changes', importance: 4, align: 'right', value: ({ changes }) => changes },
    {
      name: 'succeeded',
      heading: 'Done',
      importance: 3,
      align: 'right',
      value: ({ succeeded }) => succeeded,
    },
    { name: 'failed', heading: 'Failed', importance: 3, align: 'right', value: ({ failed }) => failed },
    { name: 'left', heading: 'Left', importance: 3, align: 'right', value: ({ left }) => left },
    { name: 'user', heading: 'By', importance: 4, value: ({ by }) => by?.ci?.actor ?? by?.user },
    // A table would repeat the source, in a pipe at any length; "runs show" prints the command.
    csvColumn('command', 'Command', ({ by }) => by?.command),
    { name: 'profile', heading: 'Profile', importance: 3, value: ({ profile }) => profile },
    {
      name: 'undoneBy',
      heading: 'Undone by',
      importance: 5,
      value: (run) => {
        const { undoneBy, partsUndoneBy: parts } = run;
        if (undoneBy !== undefined && !isUndoneInPart(run)) return undoneBy;
        const runs = undoneBy === undefined ? parts : [...parts, undoneBy];
        return runs.length === 0 ? undefined : `in part: ${runs.join(', ')}`;
      },
    },
    // The name of the column in version 0.1.0.
    csvColumn('kind', 'Mode', ({ mode }) => mode),
    // Programs may count columns, so new ones come last. In a table, the ID of a run contains its time.
    { ...csvColumn('created', 'Created', ({ created }) => created), isTime: true },
    csvColumn('host', 'Host', ({ by }) => by?.host),
    csvColumn('origin', 'Service', ({ origin }) => origin),
    csvColumn('inDoubt', 'Outcome unknown', ({ inDoubt }) => inDoubt),
    { name: 'leftToUndo', heading: 'Left to undo', value: ({ leftToUndo }) => leftToUndo },
    { name: 'leftUnchanged', heading: 'Left unchanged', value: ({ leftUnchanged }) => leftUnchanged },
    { name: 'closed', heading: 'Closed', value: ({ closed }) => closed },
    { name: 'job', heading: 'Job', value: ({ by }) => jobWords(by?.ci) },
    { name: 'jobUrl', heading: 'Job URL', value: ({ by }) => by?.ci?.url },
    { name: 'token', heading: 'Token', value: ({ by }) => tokenWords(by?.token) },
  ],
};

/** Returns a column that a table shows only on request. */
function csvColumn(name: string, heading: string, value: Column<RunSummary>['value']): Column<RunSummary> {
  return { name, heading, importance: 5, readBy: 'programs', value };
}

/** The user or job that started a run, as JSON. */
function startedByJson({ user, host, ci, token, command }: StartedBy): JsonObject {
  return {
    ...defined({ user }),
    host,
    ...(ci === undefined ? {} : { ci: { ...ci } }),
    ...(token === undefined ? {} : { token: { ...token } }),
    command,
  };
}

/** Returns "ann on host1, GitHub Actions deploy (URL), user token …ab12: orgctl bulk apply people.csv". */
export function startedByWords({ user, host, ci, token, command }: StartedBy): string {
  const who = ci?.actor ?? user;
  const where = who === undefined ? host : `${who} on ${host}`;
  const job = ci === undefined ? '' : `, ${[jobWords(ci), ci.url].filter(Boolean).join(' ')}`;
  const which = token === undefined ? '' : `, ${tokenWords(token)}`;
  return `${where}${job}${which}: ${command}`;
}

function jobWords(ci: CiJob | undefined): string | undefined {
  return ci === undefined ? undefined : [ci.system, ci.job].filter(Boolean).join(' ');
}

function tokenWords(token: TokenMark | undefined): string | undefined {
  return token === undefined ? undefined : `${token.kind} token …${token.hash}`;
}

const COLORS: { readonly [State in RunState]: 'good' | 'bad' | 'caution' | 'faint' } = {
  finished: 'good',
  failures: 'bad',
  running: 'good',
  held: 'caution',
  paused: 'caution',
  interrupted: 'caution',
  undone: 'faint',
  closed: 'faint',
};

function stateCell(run: RunSummary): string {
  if (isUndoneInPart(run)) return 'undone in part';
  const { state, heldBy } = run;
  return state === 'held' && heldBy !== undefined ? `held by ${heldBy.host}` : state;
}

function paintState(text: string, run: RunSummary, palette: Palette): string {
  return palette[isUndoneInPart(run) ? 'caution' : COLORS[run.state]](text);
}
