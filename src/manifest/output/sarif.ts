import type { JsonObject } from '../../spec/protocol-types.ts';
import { editsFor } from '../edit-text.ts';
import type { Finding } from '../finding.ts';
import { lastingMessage } from '../lasting-message.ts';
import { indexLines } from '../line-index.ts';
import { RULE_IDS, RULES } from '../rules/rule-book.ts';
import type { Validated } from '../validate.ts';
import { fingerprint } from './gitlab.ts';
import { relativePath } from './relative-path.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

export interface SarifOptions {
  readonly version: string;
  /** Base folder of the paths. */
  readonly folder: string;
}

/** Returns the result as a SARIF 2.1.0 log for code scanning. */
export function sarifLog(validated: readonly Validated[], options: SarifOptions): JsonObject {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'orgctl',
            version: options.version,
            semanticVersion: options.version,
            rules: RULE_IDS.map(ruleOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: validated.flatMap((one) => one.findings.map((finding) => resultOf(finding, one, options))),
      },
    ],
  };
}

function ruleOf(id: (typeof RULE_IDS)[number]): JsonObject {
  const { summary, why, severity } = RULES[id];
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: `${summary} ${why}` },
    help: { text: `${why}\n\norgctl manifest explain ${id}` },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultOf(finding: Finding, validated: Validated, { folder }: SarifOptions): JsonObject {
  const { rule, severity, message, hint, file, pointer, start, end } = finding;
  const artifactLocation = { uri: uriOf(file, folder) };
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule),
    level: LEVELS[severity],
    message: { text: hint === undefined ? message : `${message}. ${hint}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation,
          region: { startLine: start.line, startColumn: start.unit, endLine: end.line, endColumn: end.unit },
        },
        logicalLocations: [{ fullyQualifiedName: pointer === '' ? '/' : pointer }],
      },
    ],
    partialFingerprints: { 'ruleAndPointer/v2': fingerprint(rule, pointer, lastingMessage(message)) },
    ...fixesOf(finding, validated, artifactLocation),
  };
}

function fixesOf({ fix }: Finding, { source }: Validated, artifactLocation: JsonObject): JsonObject {
  const edits = fix === undefined ? undefined : editsFor(source, fix.change);
  if (fix === undefined || edits === undefined || edits.length === 0) return {};
  const lines = indexLines(source.text);
  const replacements = edits.map(({ range, text }) => {
    const start = lines.position(range[0]);
    const end = lines.position(range[1]);
    return {
      deletedRegion: {
        startLine: start.line,
        startColumn: start.unit,
        endLine: end.line,
        endColumn: end.unit,
      },
      insertedContent: { text },
    };
  });
  return {
    fixes: [{ description: { text: fix.title }, artifactChanges: [{ artifactLocation, replacements }] }],
  };
}

/** Returns a relative URI, escaped. */
function uriOf(file: string, folder: string): string {
  return relativePath(file, folder).split('/').map(encodeURIComponent).join('/');
}
