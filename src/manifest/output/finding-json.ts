import type { JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import type { Finding } from '../finding.ts';

/** Returns a finding for programs; columns count characters, offsets UTF-16 units. */
export function findingJson(finding: Finding): JsonObject {
  const { rule, severity, message, hint, pointer, file, start, end, fix, withheld } = finding;
  return {
    rule,
    severity,
    message,
    file,
    pointer,
    start: { line: start.line, column: start.column, offset: start.offset },
    end: { line: end.line, column: end.column, offset: end.offset },
    ...defined({ hint }),
    ...(fix === undefined ? {} : { fixes: [{ kind: fix.kind, title: fix.title }] }),
    ...defined({ withheld }),
    docs: `orgctl manifest explain ${rule}`,
  };
}
