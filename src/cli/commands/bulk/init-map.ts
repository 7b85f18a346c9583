import { KEY_COLUMNS, type UserColumn } from '../../../bulk/input/columns.ts';
import { isMemberTemplate, memberTemplateMap } from '../../../bulk/input/member-template.ts';
import { proposeMap } from '../../../bulk/input/propose-map.ts';
import { printMap } from '../../../bulk/input/proposed-map.ts';
import { sampleColumns } from '../../../bulk/input/sample-columns.ts';
import { Failure } from '../../../failure/failure.ts';
import { DEFAULT_VENDOR } from '../../../spec/default-vendor.ts';
import { inputName, readBytes } from '../../../terminal/read-input.ts';
import { dialectOf } from '../../bulk/input-options.ts';
import { noteDialect } from '../../bulk/note-reading.ts';
import type { CommandModule } from '../../command-module.ts';
import { fileWord, quoted } from '../../command-words.ts';
import { describe } from '../../help-format.ts';
import { withDialectOptions } from '../../options/reading-options.ts';
import { withOutput } from '../../printing/with-output.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl bulk init-map hr.csv', 'orgctl bulk init-map hr.csv --out map.yaml'],
    needs: 'nothing: no token, no network',
  });
  return withDialectOptions(command)
    .argument('<file>', 'an export of another system: CSV, NDJSON, JSON or LDIF; - is stdin')
    .option('--out <file>', 'file to write; --force replaces an existing one (default: stdout)')
    .option('--force', 'replace the file')
    .action(
      act(async (context, file, { out, force, ...options }) => {
        const name = inputName(file);
        const vendor = context.common.vendor ?? DEFAULT_VENDOR;
        const bytes = readBytes(file, context.host.streams.stdin);
        const write = (text: string) =>
          withOutput(context, { file: out, force }, (output) => output.write(text));
        let words: string | undefined;
        const { headings, samples } = await sampleColumns(bytes, name, vendor, {
          dialect: dialectOf(options),
          onDialect: (found) => {
            words = found;
          },
        });
        await noteDialect(context, name, words);
        if (headings.length === 0) throw new Failure('invalidInput', `${name} has no header row`);
        const member = headings.find(isMemberTemplate);
        if (member !== undefined) {
          await write(memberTemplateMap(member, fileWord(name)));
          await context.messages.note(`${name} lists the members of one group: name the group in the map`);
          return;
        }
        const proposed = proposeMap(headings, samples);
        const isKeyed = proposed.rules.some(({ column, isOpen }) => KEYS.has(column) && isOpen !== true);
        if (proposed.rules.length === 0) throw noKeyColumnFailure(name);
        await write(printMap(proposed, fileWord(name)));
        const made = proposed.rules.filter(({ isOpen }) => isOpen !== true).length;
        const open = proposed.rules.filter(({ isOpen }) => isOpen === true);
        const look = proposed.rules.filter(({ isOpen, remark }) => isOpen !== true && remark !== undefined);
        const review = look.length === 0 ? '' : `; review ${look.map(({ column }) => column).join(', ')}`;
        await context.messages.note(`${made} columns from ${headings.length} headings${review}`);
        for (const { column, remark = 'it needs a decision' } of open)
          await context.messages.note(`${column} is commented out in the map: ${remark}`);
        if (!isKeyed) throw noKeyColumnFailure(name);
        if (out !== undefined)
          await context.messages.note(`try it: orgctl bulk check ${quoted(file)} --map ${quoted(out)}`);
      }),
    );
};

const KEYS: ReadonlySet<UserColumn> = new Set(KEY_COLUMNS);

/** Returns the failure for a file without a key column: its map would be refused. */
function noKeyColumnFailure(file: string): Failure {
  const hint = `add a heading for one of ${KEY_COLUMNS.join(', ')}; if the headings are not in the first line: --header-row N`;
  return new Failure('invalidInput', `no heading of ${file} identifies users`, { hint });
}
