import type { Finding } from '../finding.ts';
import type { Validated } from '../validate.ts';

/** Returns the result as JUnit XML: a suite for each manifest, a case for each finding, a passed one where there is none. */
export function junitReport(validated: readonly Validated[], fails: (finding: Finding) => boolean): string {
  const suites = validated.map(({ file, findings }) => {
    const cases =
      findings.length === 0 ? [passed(file)] : findings.map((finding) => failed(finding, fails(finding)));
    const failures = findings.filter(fails).length;
    return `  <testsuite name="${xml(file)}" tests="${cases.length}" failures="${failures}">\n${cases.join('')}  </testsuite>\n`;
  });
  const all = validated.flatMap((one) => one.findings);
  const tests = validated.reduce((sum, one) => sum + Math.max(1, one.findings.length), 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="orgctl manifest validate" tests="${tests}" failures="${all.filter(fails).length}">\n${suites.join('')}</testsuites>\n`;
}

function passed(file: string): string {
  return `    <testcase name="valid" classname="${xml(file)}"/>\n`;
}

function failed(
  { file, start, rule, severity, message, hint, pointer }: Finding,
  isFailure: boolean,
): string {
  const place = `${file}:${start.line}:${start.column}`;
  const text = [
    `${place}: ${severity}: ${message} [${rule}]`,
    `at ${pointer === '' ? 'the root' : pointer}`,
    ...(hint === undefined ? [] : [hint]),
  ].join('\n');
  const name = `${rule} ${start.line}:${start.column}`;
  const body = isFailure
    ? `<failure type="${rule}" message="${xml(message)}">${xml(text)}</failure>`
    : `<system-out>${xml(text)}</system-out>`;
  return `    <testcase name="${xml(name)}" classname="${xml(file)}">${body}</testcase>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** What XML 1.0 cannot hold is shown as U+FFFD. */
function xml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replaceAll('\n', '&#10;');
}
