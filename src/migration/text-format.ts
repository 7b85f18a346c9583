import { ESCAPES, readEscape } from './dump-escapes.ts';
import { characterTable, type DumpFormat } from './dump-format.ts';

/**
 * Any text: an ID is replaced if it is a whole word. An escape counts as the character it represents, in SQL
 * and in logs.
 */
export function createTextFormat(): DumpFormat {
  let isWordEscape = false;
  return {
    special: characterTable(ESCAPES),
    isSelected: () => true,
    isWordEscape: () => isWordEscape,
    consume(bytes, at, end, isLast) {
      const escaped = readEscape(bytes, at, end);
      isWordEscape = escaped?.isWord ?? false;
      if (escaped === undefined && !isLast) return 0;
      return escaped?.length ?? 1;
    },
    wordContinues(bytes, at, end, isLast) {
      const escaped = readEscape(bytes, at, end);
      return escaped === undefined ? (isLast ? false : undefined) : escaped.isWord;
    },
  };
}
