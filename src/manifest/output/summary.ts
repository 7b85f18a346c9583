import { listed } from '../../values/listed.ts';
import type { Finding } from '../finding.ts';
import { SEVERITIES, type Severity } from '../severity.ts';
import type { Validated } from '../validate.ts';

/**
 * Returns one line about all findings: `2 errors and 1 warning in 1 of 3 manifests; 4 remarks`. Manifests
 * with only remarks (severity `info`) are not counted among those with errors or warnings.
 */
export function summary(validated: readonly Validated[]): string {
  const findings = validated.flatMap((one) => one.findings);
  const [only] = validated;
  if (validated.length === 1 && only !== undefined)
    return `${only.file}: ${findings.length === 0 ? 'no findings' : counted(findings, SEVERITIES)}`;
  if (findings.length === 0) return `${validated.length} manifests: no findings`;
  const grave = counted(findings, ['error', 'warning']);
  const remarks = counted(findings, ['info']);
  const placesOf = (isMeant: (finding: Finding) => boolean) =>
    `in ${validated.filter((one) => one.findings.some(isMeant)).length} of ${validated.length} manifests`;
  if (grave === '') return `${remarks} ${placesOf(() => true)}`;
  const line = `${grave} ${placesOf(({ severity }) => severity !== 'info')}`;
  return remarks === '' ? line : `${line}; ${remarks}`;
}

const WORDS = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['remark', 'remarks'],
} as const;

function counted(findings: readonly Finding[], severities: readonly Severity[]): string {
  const parts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    const [one, many] = WORDS[severity];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return listed(parts, 'and');
}
