import { escapeMarkup } from './markup.ts';

/** One test case. */
export interface TestCase {
  readonly name: string;
  readonly file: string;
  readonly line?: number;
  /** Why it failed: a code, a message, and a longer text if there is more to report than the message. */
  readonly failure?: { readonly code: string; readonly message: string; readonly text?: string };
  /** Output of a test case that did not fail. */
  readonly output?: string;
  /** Whether the case was not run. */
  readonly isSkipped?: boolean;
}

/** Returns a JUnit report, as read by CI systems. @param seconds total duration */
export function printJunit(suite: string, cases: readonly TestCase[], seconds: number): string {
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter(({ isSkipped }) => isSkipped === true).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
  const name = `name="${escapeMarkup(suite)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${name} ${counts}>`,
    `  <testsuite ${name} ${counts}>`,
    ...cases.map(caseElement),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseElement({ name, file, line, failure, output, isSkipped }: TestCase): string {
  const place = `file="${escapeMarkup(file)}"${line === undefined ? '' : ` line="${line}"`}`;
  const start = `    <testcase name="${escapeMarkup(name)}" classname="${escapeMarkup(file)}" ${place}`;
  if (isSkipped === true) return `${start}><skipped/></testcase>`;
  if (failure === undefined) {
    return output === undefined
      ? `${start}/>`
      : `${start}><system-out>${escapeMarkup(output)}</system-out></testcase>`;
  }
  const message = escapeMarkup(failure.message);
  const text = escapeMarkup(failure.text ?? failure.message);
  return `${start}><failure type="${escapeMarkup(failure.code)}" message="${message}">${text}</failure></testcase>`;
}
