import { htmlPage } from '../../output/html-page.ts';
import { escapeMarkup } from '../../output/markup.ts';
import { numberLabel, timeLabel } from '../../output/plot-scale.ts';
import { withCommas } from '../../output/pluralize.ts';
import { SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import { CHANGE_WORDS } from '../plan/change.ts';
import { linesOfFailure, type RunReport, reportTitle } from './report.ts';
import { codesPlot, outcomesPlot, throughputPlot } from './report-plots.ts';
import { RUN_STATES } from './run-state-words.ts';

/** Maximum number of failed rows on the page; the CSV of failed rows has all of them. */
const ROWS_SHOWN = 2000;

/** Returns a report as a self-contained page: no network, no script, for light and dark mode. */
export function printReportPage(report: RunReport): string {
  const text = escapeMarkup;
  const title = reportTitle(report);
  const facts = [
    report.file,
    `mode ${report.mode}`,
    `profile ${report.profile}`,
    report.origin,
    instant(report.started),
  ];
  const body = `<header><h1>${text(title)}</h1><span class="state ${report.state}">${RUN_STATES[report.state]}</span></header>
<p class="facts">${facts.map((fact) => `<span>${text(fact)}</span>`).join('')}</p>
${cards(report)}
${outcomes(report)}
${throughput(report)}
${failures(report)}`;
  return htmlPage({ title, body, tool: `orgctl ${report.tool}` });
}

function cards({ changes, succeeded, failed, left, time }: RunReport): string {
  const share = changes === 0 ? '' : ` <small>of ${withCommas(changes)}</small>`;
  const rate = time.perSecond < 2 ? [time.perSecond * 60, 'per minute'] : [time.perSecond, 'per second'];
  const card = (name: string, value: string, tone = '') =>
    `<div class="card ${tone}"><dt>${name}</dt><dd>${value}</dd></div>`;
  return `<dl class="cards">
${card('Succeeded', `${withCommas(succeeded)}${share}`, succeeded > 0 ? 'good' : '')}
${card('Failed', withCommas(failed), failed > 0 ? 'bad' : '')}
${card('Remaining', withCommas(left))}
${card('Time', timeLabel(time.seconds))}
${card('Throughput', `${numberLabel(Number(rate[0]))} <small>${rate[1]}</small>`)}
</dl>`;
}

function outcomes(report: RunReport): string {
  const notes = [
    ...(report.inDoubt > 0 ? [`${withCommas(report.inDoubt)} in doubt`] : []),
    ...(report.adopted > 0 ? [`${withCommas(report.adopted)} recovered from an earlier attempt`] : []),
    ...(report.already > 0 ? [`${withCommas(report.already)} unchanged`] : []),
    ...(report.notKept > 0 ? [`${withCommas(report.notKept)} only partly stored by the service`] : []),
  ];
  return `<section>
<h2>Outcomes</h2>
<div class="plot">${outcomesPlot(report, ({ kind }) => CHANGE_WORDS[kind].verb)}</div>
<ul class="legend"><li class="good">succeeded</li><li class="bad">failed</li><li class="open">remaining</li></ul>
${notes.length === 0 ? '' : `<p class="note">${escapeMarkup(notes.join(' · '))}</p>`}
</section>`;
}

function throughput({ time }: RunReport): string {
  const { latency } = time;
  const notes = [
    ...(latency === undefined
      ? []
      : [
          `one change: median ${timeLabel(latency.median / 1000)}, p95 ${timeLabel(latency.p95 / 1000)}, max ${timeLabel(latency.longest / 1000)}`,
        ]),
    ...(time.throttled < 1 ? [] : [`throttled by the service for ${timeLabel(time.throttled)}`]),
    ...time.pauses.map(({ at, why }) => `paused after ${timeLabel(at)}: ${why}`),
  ];
  return `<section>
<h2>Throughput</h2>
<div class="plot">${throughputPlot(time)}</div>
${notes.length === 0 ? '' : `<p class="note">${escapeMarkup(notes.join(' · '))}</p>`}
</section>`;
}

function failures(report: RunReport): string {
  if (report.failures.length === 0) return '';
  const text = escapeMarkup;
  const codes = report.codes.map(
    ({ code, count, lines }) =>
      `<tr><td><code>${text(code)}</code></td><td class="number">${withCommas(count)}</td><td>${text(remedyOf(code))}</td><td>${text(lineList(lines))}</td></tr>`,
  );
  const rows = report.failures
    .slice(0, ROWS_SHOWN)
    .map(
      (failure) =>
        `<tr><td class="number">${lineList(linesOfFailure(failure))}</td><td class="word">${text(failure.action)}</td><td>${text(failure.name)}</td><td><code>${text(failure.code)}</code></td><td>${text(failure.message)}</td></tr>`,
    );
  const rest = report.failures.length - rows.length;
  return `<section>
<h2>Failures by code</h2>
<div class="plot codes">${codesPlot(report)}</div>
<div class="scroll"><table>
<thead><tr><th>Code</th><th class="number">Changes</th><th>What to do</th><th>Lines</th></tr></thead>
<tbody>${codes.join('\n')}</tbody>
</table></div>
</section>
<section>
<h2>Failed rows</h2>
<div class="scroll"><table>
<thead><tr><th class="number">Line</th><th>Action</th><th>Name</th><th>Code</th><th>Message</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
${rest > 0 ? `<p class="note">and ${withCommas(rest)} more</p>` : ''}
</section>`;
}

function remedyOf(code: string): string {
  const known = Object.entries(SCIM_ERROR_CODES).find(([name]) => name === code)?.[1];
  return known?.remedy ?? OWN_REMEDIES[code] ?? '';
}

/** Remedies for orgctl's own codes. */
const OWN_REMEDIES: Readonly<Record<string, string>> = {
  blocked: 'Correct the row that it depends on, then apply the failed rows again.',
  conflict: 'Changed by another user; review it and plan again.',
};

/** Maximum number of lines in a cell. */
const LINES_SHOWN = 12;

/** Returns "2, 5, 9 and 31 more". */
export function lineList(lines: readonly number[], most = LINES_SHOWN): string {
  const shown = lines.slice(0, most).join(', ');
  return lines.length > most ? `${shown} and ${withCommas(lines.length - most)} more` : shown;
}

/** Formats a time as "2026-11-21 08:00:00 UTC". */
function instant(time: string): string {
  return time.replace(/^(\S{10})T(\S{8}).*Z$/, '$1 $2 UTC');
}
