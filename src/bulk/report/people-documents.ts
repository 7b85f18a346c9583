import { csvLine } from '../../csv/csv-line.ts';
import { htmlDocument } from '../../output/html-page.ts';
import { escapeMarkup, markdownTable } from '../../output/markup.ts';
import type { DirectoryChange, ValueChange } from './directory-change.ts';

/** The formats for changes of people, by file extension. */
export const PEOPLE_DOCUMENTS = { '.html': peoplePage, '.csv': peopleCsv, '.md': peopleMarkdown } as const;

const HEADINGS = [
  'When',
  'What',
  'Name',
  'Full name',
  'E-mail',
  'ID',
  'Start date',
  'Changes',
  'By',
  'Run',
] as const;

function cellsOf(change: DirectoryChange): readonly string[] {
  const { when, action, name, fullName, email, id, startDate, values, by, run } = change;
  return [when, action, name, fullName, email, id, startDate, values.map(inWords).join('; '), by, run];
}

/** Returns "Title: Chef → Cook". */
function inWords({ label, before, after }: ValueChange): string {
  return `${label}: ${before === '' ? '(empty)' : before} → ${after === '' ? '(empty)' : after}`;
}

function peopleCsv(changes: readonly DirectoryChange[]): string {
  return [HEADINGS, ...changes.map(cellsOf)].map((cells) => csvLine(cells)).join('');
}

function peopleMarkdown(changes: readonly DirectoryChange[]): string {
  return `### ${title(changes)}\n\n${markdownTable(HEADINGS, changes.map(cellsOf))}\n`;
}

/** Returns "3 created, 1 deactivated, 4 joined a group, 2 groups deleted". */
function title(changes: readonly DirectoryChange[]): string {
  const counts = new Map<DirectoryChange['action'], number>();
  for (const { action } of changes) counts.set(action, (counts.get(action) ?? 0) + 1);
  const words = [...counts].map(([action, count]) => countInWords(action, count));
  return words.length === 0 ? 'No users or groups were changed' : words.join(', ');
}

function countInWords(action: DirectoryChange['action'], count: number): string {
  if (action === 'joined group' || action === 'left group')
    return `${count} ${action.replace(' group', ' a group')}`;
  const [noun, done] = action.split(' ');
  return done === undefined ? `${count} ${action}` : `${count} ${noun}${count === 1 ? '' : 's'} ${done}`;
}

const SCRIPT = `const rows = [...document.querySelectorAll('tbody tr')];
const search = document.querySelector('input');
const shown = document.querySelector('output');
search.hidden = false;
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) count += 1;
  }
  shown.textContent = words.length === 0 ? '' : count + ' of ' + rows.length;
});`;

const STYLE = `:root{color-scheme:light dark;--line:#d4d7dc;--soft:#5b6470;--back:#fff;--text:#16191d}
@media(prefers-color-scheme:dark){:root{--line:#3a4048;--soft:#a4adb8;--back:#15181c;--text:#eef0f3}}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.45 system-ui,sans-serif}
main{max-width:80rem;margin:0 auto;padding:1rem}
h1{font-size:1.35rem;margin:0 0 .75rem}
input{font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:6px;padding:.45rem .6rem;width:min(24rem,100%);box-sizing:border-box}
output{color:var(--soft);margin-left:.5rem}
table{border-collapse:collapse;width:100%;margin-top:1rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);overflow-wrap:break-word}
td[data-name='E-mail'],td[data-name=Changes],td[data-name=Run]{overflow-wrap:anywhere}
td[data-name='E-mail']{min-width:12rem}td[data-name=Changes]{min-width:14rem}
th,dt{color:var(--soft);font-weight:500}
ul{margin:0;padding:0;list-style:none}
@media(max-width:66rem){thead{display:none}tr,td{display:block}tr{padding:.6rem 0;border-bottom:1px solid var(--line)}td{border:0;padding:.1rem 0}td:empty{display:none}td::before{content:attr(data-name) ' ';color:var(--soft)}tr[hidden]{display:none}}`;

/** Formats a time as "2026-11-22 14:55 UTC". CSV and Markdown keep the original. */
function readable(time: string): string {
  const [, day, clock, zone] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*(.*)$/.exec(time) ?? [];
  if (day === undefined) return time;
  const isUtc = /^(Z|[+-]00:?00)$/.test(zone ?? '');
  return `${day} ${clock} ${isUtc ? 'UTC' : zone}`;
}

/** A self-contained, searchable page that works offline, on phones and in dark mode. */
function peoplePage(changes: readonly DirectoryChange[]): string {
  const text = escapeMarkup;
  const rows = changes.map((change) => {
    const list = change.values.map((value) => `<li>${text(inWords(value))}</li>`).join('');
    const shown = { ...change, when: readable(change.when) };
    const cells = cellsOf(shown).map((cell, index) => {
      const name = HEADINGS[index] ?? '';
      const inner = name === 'Changes' ? (list === '' ? '' : `<ul>${list}</ul>`) : text(cell);
      return `<td data-name="${name}">${inner}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const body = `<h1>${text(title(changes))}</h1>
<input type="search" placeholder="Search" aria-label="Search" hidden><output></output>
<table>
<thead><tr>${HEADINGS.map((heading) => `<th>${heading}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return htmlDocument({ title: title(changes), style: STYLE, body, script: SCRIPT });
}
