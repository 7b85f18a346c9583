import { htmlPage } from '../../output/html-page.ts';
import { escapeMarkup } from '../../output/markup.ts';
import { withCommas } from '../../output/pluralize.ts';
import type { Coverage, OperationCoverage, RuleCoverage } from './coverage.ts';

/** Maximum number of clients, unknown paths and faults listed on the page, each. */
const MAX_LISTED = 50;

/** Styles used only on this page: the grid of operations, and the bars above it. */
const OWN_STYLE = `
.share { height: 8px; border-radius: 99px; background: var(--chip); overflow: hidden; margin-top: 10px; }
.share rect { fill: var(--accent); } .share svg { height: 8px; }
.grid td, .grid th { text-align: center; } .grid td:first-child, .grid th:first-child { text-align: left; }
.cell { display: inline-block; min-width: 58px; border-radius: 7px; padding: 2px 8px; font-size: 13px; font-variant-numeric: tabular-nums; }
.met { background: color-mix(in srgb, var(--good) 20%, transparent); }
.only-refused { background: color-mix(in srgb, var(--bad) 18%, transparent); }
.never { color: var(--soft); background: var(--chip); }
details { border-top: 1px solid var(--line); padding: 12px 0 2px; } summary { cursor: pointer; font-weight: 600; font-size: 14px; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.section { white-space: nowrap; color: var(--soft); font-size: 13px; } table + details { margin-top: 4px; }
@media (max-width: 640px) {
  .grid code { white-space: normal; } .grid th, .grid td { padding-right: 6px; } .cell { min-width: 44px; padding: 2px 5px; }
  .list thead { display: none; } .list tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--line); }
  .list tr:last-child { border-bottom: 0; } .list td { display: block; border: 0; padding: 2px 0; text-align: left; }
  .list td.number::after { content: " requests"; color: var(--soft); }
}
`;

/**
 * Returns the coverage of a client as a self-contained page: no network, no script, for light and dark mode.
 */
export function printCoveragePage(coverage: Coverage, tool: string): string {
  const met = coverage.operations.filter(({ requests }) => requests > 0).length;
  const metRules = coverage.rules.filter(({ requests }) => requests > 0).length;
  const span = [coverage.from, coverage.to].flatMap((time) => (time === undefined ? [] : [instant(time)]));
  const card = (name: string, value: string, tone = '', share?: number) =>
    `<div class="card ${tone}"><dt>${name}</dt><dd>${value}</dd>${share === undefined ? '' : bar(share)}</div>`;
  const title = 'Client coverage';
  const body = `<header><h1>${title}</h1></header>
<p class="facts">${span.map((time) => `<span>${escapeMarkup(time)}</span>`).join('')}</p>
<dl class="cards">
${card('Operations', share(met, coverage.operations.length), '', met / coverage.operations.length)}
${card('Rules', share(metRules, coverage.rules.length), '', metRules / coverage.rules.length)}
${card('Requests', withCommas(coverage.requests))}
${card('Refused', withCommas(coverage.refused), coverage.refused > 0 ? 'bad' : '')}
${card('Lost', withCommas(coverage.lost), coverage.lost > 0 ? 'bad' : '')}
</dl>
${scimGrid(coverage.operations)}
${webMethods(coverage.operations)}
${triggeredRules(coverage.rules)}
${untriggeredRules(coverage.rules)}
${otherTables(coverage)}`;
  return htmlPage({ title, body, tool: `orgctl ${tool}`, style: OWN_STYLE });
}

/** Returns a table with one row per operation and one column per version. */
function scimGrid(operations: readonly OperationCoverage[]): string {
  const scim = operations.filter(({ api }) => api !== 'Web API');
  const calls = [...new Set(scim.map(({ call }) => call))];
  const cell = (call: string, api: string) => {
    const found = scim.find((operation) => operation.call === call && operation.api === api);
    return found === undefined ? '<td></td>' : `<td>${countCell(found)}</td>`;
  };
  const rows = calls.map(
    (call) =>
      `<tr><td><code>${escapeMarkup(call)}</code></td>${cell(call, 'SCIM 1.1')}${cell(call, 'SCIM 2.0')}</tr>`,
  );
  return `<section>
<h2>SCIM: every verb, resource and version</h2>
<div class="scroll"><table class="grid">
<thead><tr><th>Operation</th><th>SCIM 1.1</th><th>SCIM 2.0</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
<p class="note">Number of requests; red if every one was refused or lost.</p>
</section>`;
}

function webMethods(operations: readonly OperationCoverage[]): string {
  const rows = operations
    .filter(({ api }) => api === 'Web API')
    .map(
      (found) =>
        `<tr><td><code>${escapeMarkup(found.operation)}</code></td><td>${countCell(found)}</td><td>${codeList(found.codes)}</td></tr>`,
    );
  return `<section>
<h2>Web API: every method</h2>
<div class="scroll"><table class="grid">
<thead><tr><th>Method</th><th>Calls</th><th>Refused with</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
</section>`;
}

function countCell({ requests, done }: OperationCoverage): string {
  if (requests === 0) return '<span class="cell never">never</span>';
  return `<span class="cell ${done > 0 ? 'met' : 'only-refused'}">${withCommas(requests)}</span>`;
}

function triggeredRules(rules: readonly RuleCoverage[]): string {
  const met = rules.filter(({ requests }) => requests > 0).sort((a, b) => b.requests - a.requests);
  const rows = met.map(
    ({ code, section, rule, remedy, requests, operations }) =>
      `<tr><td><code>${escapeMarkup(code)}</code></td><td class="section">${escapeMarkup(section)}</td><td class="number">${withCommas(requests)}</td><td>${escapeMarkup(rule)}<br><span class="note">${escapeMarkup(remedy)}</span></td><td>${escapeMarkup(operations.join(', '))}</td></tr>`,
  );
  const table = `<div class="scroll"><table class="list">
<thead><tr><th>Code</th><th>Section</th><th class="number">Requests</th><th>Rule and remedy</th><th>Operations</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`;
  return `<section>
<h2>Rules that refused a request</h2>
${met.length === 0 ? '<p class="note">None: no request was refused.</p>' : table}
</section>`;
}

/** Lists the rules that never refused a request, by API. */
function untriggeredRules(rules: readonly RuleCoverage[]): string {
  const group = (api: RuleCoverage['api']) => {
    const never = rules.filter((rule) => rule.api === api && rule.requests === 0);
    const rows = never.map(
      ({ code, section, rule }) =>
        `<tr><td><code>${escapeMarkup(code)}</code></td><td class="section">${escapeMarkup(section)}</td><td>${escapeMarkup(rule)}</td></tr>`,
    );
    return `<details><summary>${api}: ${withCommas(never.length)} not triggered</summary><div class="scroll"><table class="list">
<thead><tr><th>Code</th><th>Section</th><th>Rule</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div></details>`;
  };
  return `<section>
<h2>Rules not triggered</h2>
${group('SCIM')}
${group('Web API')}
</section>`;
}

function otherTables({ clients, unknown, faults }: Coverage): string {
  const table = (heading: string, rows: readonly (readonly [string, number])[]) => {
    if (rows.length === 0) return '';
    const cells = rows
      .slice(0, MAX_LISTED)
      .map(
        ([name, requests]) =>
          `<tr><td>${escapeMarkup(name)}</td><td class="number">${withCommas(requests)}</td></tr>`,
      );
    return `<section>
<h2>${heading}</h2>
<div class="scroll"><table>
<thead><tr><th>What</th><th class="number">Requests</th></tr></thead>
<tbody>${cells.join('\n')}</tbody>
</table></div>
</section>`;
  };
  return [
    table(
      'Clients',
      clients.map(({ agent, requests }) => [agent, requests]),
    ),
    table(
      'Unknown endpoints requested',
      unknown.map(({ call, requests }) => [call, requests]),
    ),
    table(
      'Injected faults',
      faults.map(({ fault, requests }) => [fault, requests]),
    ),
  ].join('\n');
}

function codeList(codes: readonly string[]): string {
  return codes.map((code) => `<code>${escapeMarkup(code)}</code>`).join(' ');
}

function share(met: number, all: number): string {
  return `${withCommas(met)} <small>of ${withCommas(all)}</small>`;
}

function bar(part: number): string {
  return `<div class="share"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(part * 100)}" height="8"/></svg></div>`;
}

function instant(time: string): string {
  return time.replace(/^(\S{10})T(\S{8}).*Z$/, '$1 $2 UTC');
}
