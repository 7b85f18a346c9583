import table from '../../../completions/words.json';
import type { CompletedCommand } from './completion-table.ts';

/** All commands with their flags and columns; generated together with the documentation. */
export const WORDS_TABLE: CompletedCommand = table;
