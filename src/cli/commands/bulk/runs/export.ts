import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { auditTrail } from '../../../../bulk/report/audit-trail.ts';
import type { ReadRun } from '../../../../bulk/report/merge-runs.ts';
import { journalOf, runIds } from '../../../../bulk/run/run-folders.ts';
import { gapsIn, readRunIndex } from '../../../../bulk/run/run-index.ts';
import type { DamagedRun } from '../../../../bulk/run/run-summaries.ts';
import { readRunPlan, readRunRecords } from '../../../../bulk/run/runs.ts';
import { exportRun } from '../../../../bulk/run/transfer-run.ts';
import { Failure } from '../../../../failure/failure.ts';
import { pluralize } from '../../../../output/pluralize.ts';
import { writeFileAtomic } from '../../../../storage/atomic-file.ts';
import { defined } from '../../../../values/defined.ts';
import type { RunId } from '../../../../values/ids.ts';
import { damagedWords } from '../../../bulk/damaged-words.ts';
import { latestOfCommand, runArgumentHelp } from '../../../bulk/latest-of.ts';
import { refuseSources } from '../../../bulk/refuse-sources.ts';
import { runNamed } from '../../../bulk/run-named.ts';
import { runsFolder } from '../../../bulk/runs-folder.ts';
import type { CommandModule } from '../../../command-module.ts';
import { quoted } from '../../../command-words.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { version } from '../../../host.ts';
import { type Moment, momentAt, parseMoment } from '../../../options/parse-values.ts';
import { withStateOption } from '../../../options/state-option.ts';
import { checkWritable } from '../../../printing/check-writable.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl runs export --since 90d --out audit.ndjson',
      'orgctl runs export latest --out run.ndjson.gz',
      'orgctl runs export latest --out run.ndjson',
    ],
    needs: 'nothing: no token, no network; a run that was killed is exported up to its last record',
  });
  const latest = latestOfCommand(command);
  return withStateOption(command.argument('[run]', `${runArgumentHelp(latest)}; not with --since`))
    .option(
      '--since <time>',
      'export an audit trail of all runs instead: since 90d, or since a date',
      parseMoment,
    )
    .requiredOption('--out <file>', 'file to write; compressed if its name ends in .gz')
    .option('--force', 'replace the file')
    .action(
      act(async (context, name, { out, force, since }) => {
        checkWritable(out, force);
        if ((name === undefined) === (since === undefined))
          throw new Failure('usage', 'name a run, or use --since', {
            hint: 'orgctl runs export latest --out run.ndjson.gz',
          });
        if (name === undefined) return exportTrail(context, out, since ?? 0);
        const id = runNamed(context, name, latest, `runs export latest --out ${quoted(out)}`);
        const folder = runsFolder(context);
        await refuseSources(context, [readRunPlan(folder, id)], { '--out': out });
        const { bytes, records } = exportRun(folder, id, {
          tool: version,
          now: context.host.now(),
          isPacked: isPackedName(out),
        });
        writeFileAtomic(out, bytes);
        await context.messages.note(`run ${id} in ${out}: ${pluralize(records, 'record')}`);
        await context.messages.note(`on another machine: orgctl runs import ${quoted(out)}`);
      }),
    );
};

function isPackedName(out: string): boolean {
  return out.endsWith('.gz');
}

/** Writes the changes of all runs of this machine, including single commands. */
async function exportTrail(context: Context, out: string, since: Moment | 0): Promise<void> {
  const folder = runsFolder(context);
  const ids = runIds(folder);
  const { runs, damaged } = readRuns(folder, ids);
  const plans = runs.map(({ plan }) => plan);
  await refuseSources(context, plans, { '--out': out });
  const now = context.host.now();
  const from = since === 0 ? 0 : momentAt(since, now);
  if (from > now)
    throw new Failure('usage', `--since is in the future: ${new Date(from).toISOString()}`, {
      hint: 'orgctl runs export --since 90d --out audit.ndjson',
    });
  const index = readRunIndex(folder);
  const known = new Set<string>(ids);
  const gaps = [
    ...gapsIn(index, from, (id) => (known.has(id) ? readFileSync(journalOf(folder, id), 'utf8') : undefined)),
    ...damaged.map(({ id }) => `run ${id} cannot be read`),
  ];
  const lines = auditTrail(runs, from, { entries: index.entries, gaps });
  for (const gap of gaps) await context.messages.warn(`${gap}; recorded in the audit trail`);
  for (const run of damaged) await context.messages.warn(damagedWords(run, context.host.argv));
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileAtomic(out, isPackedName(out) ? gzipSync(text) : text);
  await context.messages.note(
    `${pluralize(lines.length - 1, 'record')} in ${out}; check it with: orgctl runs verify ${quoted(out)}`,
  );
  if (damaged.length > 0)
    throw new Failure(
      'itemsFailed',
      `${damaged.length} of ${pluralize(ids.length, 'run')} cannot be read; ${out} has the others`,
    );
}

/** Reads all readable runs: a damaged run does not hide the others. */
function readRuns(folder: string, ids: readonly RunId[]) {
  const runs: ReadRun[] = [];
  const damaged: DamagedRun[] = [];
  for (const id of ids) {
    try {
      runs.push({ id, plan: readRunPlan(folder, id), records: readRunRecords(folder, id) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      damaged.push({ id, message: error.message, ...defined({ hint: error.hint }) });
    }
  }
  return { runs, damaged };
}
