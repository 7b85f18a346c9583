import { FAILURE_KINDS } from '../failure/failure.ts';
import { OUTPUT_FORMATS } from '../output/view.ts';
import { wrapWords } from '../output/wrap-words.ts';
import { COMPARISON_OPERATORS } from '../spec/filter-grammar.ts';
import { OTHER_EXITS } from '../spec/http-statuses.ts';
import { HELP_TOPICS, type HelpTopic } from './help-topic-names.ts';
import { namingHeadings } from './identity/list-columns.ts';

interface Topic {
  readonly title: string;
  /**
   * Paragraphs separated by empty lines. Those that are indented are not filled: lists, laid out for a width,
   * and commands, which run unchanged on the sandbox.
   */
  readonly text: (width: number) => string;
}

const EXITS = () => {
  const kinds = new Map<number, string[]>();
  for (const { exit, means } of Object.values(FAILURE_KINDS))
    kinds.set(exit, [...(kinds.get(exit) ?? []), means]);
  const rows = [
    ...Object.entries(OTHER_EXITS).map(([code, text]) => [Number(code), asPhrase(text)] as const),
  ];
  for (const [code, means] of kinds) rows.push([code, means.join('; ')]);
  return rows.sort(([one], [other]) => one - other).map(([code, text]) => [String(code), text] as const);
};

/** Returns a sentence as a phrase in a list. */
function asPhrase(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

/** Lays out terms and their descriptions; wrapped lines are indented to the description. */
function list(rows: readonly (readonly [term: string, text: string])[], width: number): string {
  const indent = Math.max(...rows.map(([term]) => term.length)) + 4;
  return rows
    .flatMap(([term, text]) =>
      wrapWords(text, width - indent)
        .split('\n')
        .map((line, at) => (at === 0 ? `  ${term}` : '').padEnd(indent) + line),
    )
    .join('\n');
}

const TOPICS: { readonly [Name in HelpTopic]: Topic } = {
  filters: {
    title: 'Choose users, groups and rows: --filter and --where',
    text: (width) => `Both take expressions of the form ATTRIBUTE OPERATOR VALUE, joined by "and",
"or" and parentheses, with single spaces. Letter case is ignored.

${list([...Object.entries(COMPARISON_OPERATORS), ['ne', 'not equal (--where only)'], ['pr', 'has a value (takes none)']], width)}

--filter is evaluated by the service (SCIM 1.1): username, email and a few more
attributes. --where takes every column: department, costCenter, state, groups,
manager … On SCIM 1.1 the part that the service can filter is sent, and the rest
is filtered locally; a note says so. "orgctl explain COLUMN" explains a column.
In --where, whole numbers are compared as numbers ("members gt 3"), and managers
and members match by userName, e-mail or name. 'department eq ""' finds users
without a department, like "not (department pr)"; ne "" and pr find the others.

A date means the whole day, from midnight to midnight UTC: "created le
2026-03-01" includes that day; 2026-03 is the month and 2026 the year. today,
today+7d and today-30d are days, and 7d is the day of 7 days ago ("created ge
7d"); 36h, 90m and 0.5d are points in time, for gt, ge, lt and le. Rows of a
file match by the same rules ("bulk plan FILE --where 'startDate gt today'").

  orgctl -p sandbox scim users list --filter 'username sw "c"'
  orgctl -p sandbox scim users list --where 'department eq "Product" and active eq true'
  orgctl -p sandbox scim groups list --where 'memberNames co "clara"'`,
  },
  lists: {
    title: 'Give many users at once',
    text: (width) => `Commands for users accept any mix of these:

${list(
  [
    ['NAME', 'an ID, a userName or an e-mail address'],
    [
      '@FILE',
      `a list: one name per line (a line that starts with # is a comment); a CSV with a column ${namingHeadings('users')}; TSV as written by -o tsv, in a file named .tsv; NDJSON; or a JSON array, such as a list that was saved with -o json`,
    ],
    ['-', 'the same from stdin'],
    ['--where', 'all users that match an expression; see: orgctl help filters'],
  ],
  width,
)}

A user given more than once counts once.

  orgctl -p sandbox offboard clara.voss dev.partner --plan
  orgctl -p sandbox scim users deactivate --where 'title sw "Eng"' --dry-run
  orgctl -p sandbox admin sessions --where 'department eq "Product"'`,
  },
  output: {
    title: 'Formats, columns and queries',
    text: () => `Output is a table on a terminal and JSON in a pipe. Plans, runs, reports,
findings and dry runs are text in a pipe too. -o selects the format:
${OUTPUT_FORMATS.join(', ')}.

--columns takes names or headings; for an unknown name, the error lists the
known ones. --query takes JMESPath over the JSON, and column names work in it
too; it chooses its own columns: '[].{userName: userName}'. -o text prints its
strings without quotes, one per line; a line break in a list is printed as \\n,
and a single string unchanged. On a terminal, output longer than the screen goes
through the program named in PAGER.

  orgctl -p sandbox scim users list --columns userName,department -o csv
  orgctl -p sandbox scim users list --query '[?active].userName' -o text
  orgctl -p sandbox scim users list --query "[?department=='Product'].email" -o text
  orgctl -p sandbox scim users get clara.voss --query 'emails[0].value' -o text

In JMESPath, write strings in single quotes and compare them with ==.`,
  },
  maps: {
    title: 'Use an HR export unchanged: maps',
    text: () => `A map is a YAML file that says which heading becomes which column, and how its
values are converted. "bulk init-map" proposes one from the headings; review it,
then pass it with --map. "orgctl explain COLUMN" explains a column.

  orgctl bulk init-map examples/hr.csv
  orgctl bulk check examples/hr.csv --map examples/hr.yaml
  orgctl -p sandbox bulk plan examples/hr.csv --map examples/hr.yaml`,
  },
  'exit-codes': {
    title: 'Exit codes',
    text: (width) => `${list(EXITS(), width)}

"orgctl explain CODE" explains an exit code, an HTTP status or an error code.

  orgctl explain 3`,
  },
  quotas: {
    title: 'Quotas, throttling and waiting',
    text: (width) => `The service limits the requests of each kind per minute. orgctl learns the
quota while it runs, waits when a request is throttled, and retries it; waits
are reported. Related flags:

${list(
  [
    ['--rate', 'a maximum for this run, such as 3/s or 180/min'],
    ['--quota', 'the known quotas: auto, documented, or a list such as createUser=180/min+20'],
    ['--max-wait', 'give up after this total waiting time; a run is paused and can be resumed'],
  ],
  width,
)}

  orgctl -p sandbox bulk plan examples/people.csv
  orgctl -p sandbox bulk apply examples/people.csv --rate 50/s --yes`,
  },
  tokens: {
    title: 'Tokens: kinds, sources and storage',
    text: (width) => `A profile has one token of each kind: "user" (a person, or an app that acts
for one), "org" and "bot". The help of each command names the kind it needs. A
token is never given on the command line itself; the first of these is used:

${list(
  [
    ['1', '--token-stdin or --token-file'],
    ['2', 'the variable ORGCTL_TOKEN'],
    [
      '3',
      'the profile: a stored token (file mode 0600), or the output of --token-command, which can read a key store',
    ],
  ],
  width,
)}

The token of a profile is sent only to the hosts that the profile stores. For a
URL of another host (--scim-url, --api-url or a variable), give a token too.
Without a profile, as in CI, set ORGCTL_SCIM_URL and ORGCTL_TOKEN. If a stored
profile has the same URL, its protection and limits still apply.
"orgctl profile check" tells whether each token works and, if the profile has a
Web API URL, who owns it and what it can call.
"orgctl profile edit NAME --token-stdin" replaces a token.

  orgctl -p sandbox profile check`,
  },
  undo: {
    title: 'Records of changes, and undo',
    text: () => `Every command that writes is recorded before and after each request: single
commands, bulk runs and offboarding. Undo restores what a run changed. Values
changed again since then are left unchanged and reported. An undo is a plan of
its own, with limits and a confirmation; --dry-run shows it.

  orgctl -p sandbox runs list
  orgctl -p sandbox scim users patch clara.voss --title Lead
  orgctl -p sandbox undo latest --dry-run
  orgctl -p sandbox undo latest --only clara.voss --dry-run

--only undoes the changes for one user: values, memberships, and the reports
that an offboarding reassigned. --where, --first and --line choose other parts
of the run.`,
  },
  topics: {
    title: 'List of topics',
    text: (width) =>
      list(
        HELP_TOPICS.map((name) => [name, TOPICS[name].title] as const),
        width,
      ),
  },
};

/** Columns for which the paragraphs are written. */
const WRITTEN_FOR = 80;

/**
 * Returns the text of a topic. On a narrower terminal its paragraphs are filled anew.
 * @param columns of the terminal; undefined for a pipe
 */
export function topicText(name: HelpTopic, columns = WRITTEN_FOR): string {
  const { title, text } = TOPICS[name];
  const width = Math.min(columns, WRITTEN_FOR);
  const filled = (paragraph: string) =>
    width === WRITTEN_FOR || paragraph.startsWith(' ')
      ? paragraph
      : wrapWords(paragraph.replaceAll('\n', ' '), width);
  return `${wrapWords(title, width)}\n\n${text(width).split('\n\n').map(filled).join('\n\n')}\n`;
}
