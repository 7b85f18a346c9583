import type { JsonObject } from '../spec/protocol-types.ts';

export const MATCHED_TOOLS = ['github', 'vscode'] as const;
export type MatchedTool = (typeof MATCHED_TOOLS)[number];

/**
 * First line of a finding as printed by `--format human`, where a narrow terminal does not break it: file,
 * line, column, severity, message, rule.
 */
export const FINDING_LINE = String.raw`^(.+?):(\d+):(\d+): (error|warning|info): (.*) \[([a-z0-9-]+)\]$`;

/** A variable of VS Code. */
const WORKSPACE = `$\{workspaceFolder}`;

const PATTERN = { regexp: FINDING_LINE, file: 1, line: 2, column: 3, severity: 4, message: 5, code: 6 };

/**
 * Returns the configuration with which a tool turns printed findings into annotations: a problem matcher for
 * GitHub Actions, or tasks for VS Code.
 */
export function problemMatcher(tool: MatchedTool): JsonObject {
  if (tool === 'github') {
    // GitHub has only errors and warnings here; info findings stay in the log.
    const regexp = FINDING_LINE.replace('|info', '');
    return { problemMatcher: [{ owner: 'orgctl', pattern: [{ ...PATTERN, regexp }] }] };
  }
  const matcher = {
    owner: 'orgctl',
    source: 'orgctl',
    fileLocation: ['autoDetect', WORKSPACE],
    pattern: PATTERN,
  };
  return {
    version: '2.0.0',
    tasks: [
      {
        label: 'orgctl: check manifests',
        type: 'shell',
        command: 'orgctl manifest validate --format human --color never',
        problemMatcher: matcher,
      },
      {
        label: 'orgctl: watch manifests',
        type: 'shell',
        command: 'orgctl manifest validate --watch --format human --color never',
        isBackground: true,
        problemMatcher: {
          ...matcher,
          background: {
            activeOnStart: true,
            beginsPattern: '^checking manifests$',
            endsPattern: '^watching for changes;',
          },
        },
      },
    ],
  };
}
