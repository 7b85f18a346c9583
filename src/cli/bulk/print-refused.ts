import { Failure } from '../../failure/failure.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { documentFormat, issuesDocument } from '../printing/print-document.ts';

/**
 * Reads and plans a file. If the output is a document, the findings of a refused file are printed on stdout,
 * as `bulk check` prints them: otherwise a pipeline would get no annotations of what only the service can
 * tell.
 * @throws Failure of the work, without the findings that were printed
 */
export async function printRefusedFindings<T>(
  context: Context,
  file: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const format = documentFormat(context);
    if (format === undefined || !(error instanceof Failure) || error.issues.length === 0) throw error;
    const printer = await context.printer();
    await printer.text(issuesDocument(format, inputName(file), error.issues));
    const { kind, message, code, status, hint } = error;
    throw new Failure(kind, message, { ...defined({ code, status, hint }), cause: error });
  }
}
