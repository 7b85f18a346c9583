import table from '../../../completions/words.json';
import type { CompletedCommand } from './completion-table.ts';

/** Every command with its flags and columns, as it is written when the documentation is. */
export const WORDS_TABLE: CompletedCommand = table;
