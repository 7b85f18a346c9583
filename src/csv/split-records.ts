import type { CsvRow } from './csv-row.ts';
import { cellText, type ReadCell, readCell } from './read-cell.ts';
import { countLineEnds, placeInText } from './text-places.ts';

/** Why a record cannot be parsed. */
export type DamageKind = 'unclosed_quote' | 'stray_quote' | 'record_too_long' | 'stray_line_end';

export interface Damage {
  readonly kind: DamageKind;
  readonly line: number;
  readonly column: number;
  /** Line on which the record starts, if that is an earlier line. */
  readonly begins?: number;
  /** Source text of the record, if it certainly ends with the line on which it starts. */
  readonly raw?: string;
}

/** Maximum record length, in characters: an unclosed quote must not buffer the rest of a large file. */
const MAX_RECORD_LENGTH = 1024 * 1024;

/** Damaged records after which parsing stops. */
const MAX_DAMAGE = 1000;

const QUOTE = '"';

/** Damage that ends with its line. Unclosed quotes and overlong records may continue in the next line. */
const ENDS_WITH_LINE: ReadonlySet<DamageKind> = new Set(['stray_quote', 'stray_line_end']);

/**
 * Splits a streamed text into records (RFC 4180), counts lines, and finds misplaced quotes. Damage ends at
 * the next line end; parsing continues there. Lines end with LF or CRLF, or with CR if the first line does.
 * Empty lines are skipped.
 */
export class RecordSplitter {
  private text = '';
  private line = 1;
  private hasCrEnds: boolean | undefined;
  private nextCr = -1;
  private damages = 0;
  /** Whether the rest of a damaged line has not arrived yet. */
  private isLineLeft = false;
  private readonly onRecord: (record: CsvRow) => void;
  private readonly onDamage: (damage: Damage) => void;
  private readonly delimiter: string;

  constructor(onRecord: (record: CsvRow) => void, onDamage: (damage: Damage) => void, delimiter = ',') {
    this.delimiter = delimiter;
    this.onRecord = onRecord;
    this.onDamage = onDamage;
  }

  /** Processes the next piece of the text; an incomplete record stays buffered. */
  push(piece: string): void {
    this.text += piece;
    this.split(false);
  }

  /** Processes the buffered rest at the end of the text. */
  end(): void {
    this.split(true);
  }

  private split(isEnd: boolean): void {
    let start = 0;
    let quote = this.text.indexOf(QUOTE);
    this.nextCr = -1;
    while (start < this.text.length && this.damages < MAX_DAMAGE) {
      if (this.isLineLeft) {
        start = this.endLine(start);
        continue;
      }
      const end = this.lineEndFrom(start, isEnd);
      if (end === undefined) break;
      if (quote >= 0 && quote < start) quote = this.text.indexOf(QUOTE, start);
      if (quote < 0 || quote > end) {
        start = this.take(start, end, isEnd);
        continue;
      }
      const next = this.splitQuoted(start, isEnd);
      if (next === undefined) break;
      start = next;
    }
    this.text = this.damages < MAX_DAMAGE ? this.text.slice(start) : '';
  }

  /** Returns the end of the line that starts here; undefined if more text is needed. */
  private lineEndFrom(start: number, isEnd: boolean): number | undefined {
    const { text } = this;
    const isLate = isEnd || text.length - start > MAX_RECORD_LENGTH;
    const lf = text.indexOf('\n', start);
    if (this.hasCrEnds !== false) {
      if (this.nextCr < start) this.nextCr = text.indexOf('\r', start);
      if (this.nextCr < 0) this.nextCr = text.length;
      const cr = this.nextCr;
      // Only the next piece shows whether a CR at the end of the buffer starts a CRLF.
      if (cr >= text.length - 1 && lf < 0) return isLate ? Math.min(cr, text.length) : undefined;
      this.hasCrEnds ??= cr < lf - 1 || lf < 0;
      if (this.hasCrEnds && cr < text.length && (lf < 0 || cr < lf)) return cr;
    }
    if (lf >= 0) return lf;
    return isLate ? text.length : undefined;
  }

  /**
   * Counts the lines up to a line end and returns the offset after it. `end` may be the LF or the CR of a
   * CRLF.
   */
  private countLinesTo(start: number, end: number): number {
    const { text } = this;
    const isLfOfCrLf = end > start && text[end] === '\n' && text[end - 1] === '\r';
    this.line += 1 + countLineEnds(text.slice(start, isLfOfCrLf ? end - 1 : end));
    return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
  }

  /** Emits a record without quotes. */
  private take(start: number, end: number, isEnd: boolean): number {
    const isCrLf = this.text[end - 1] === '\r' && this.text[end] === '\n';
    const raw = this.text.slice(start, isCrLf ? Math.max(start, end - 1) : end);
    const stray = raw.indexOf('\r');
    if (raw.length > MAX_RECORD_LENGTH) this.damage('record_too_long', start, start);
    else if (stray >= 0) this.damage('stray_line_end', start, start + stray, raw);
    else if (raw !== '') this.onRecord({ line: this.line, raw, cells: raw.split(this.delimiter) });
    if (raw.length > MAX_RECORD_LENGTH && end >= this.text.length && !isEnd)
      return this.leaveLine(start, end);
    if (stray >= 0) return this.countLinesTo(start, end);
    this.line += 1;
    return end + (this.text[end] === '\r' && this.text[end + 1] === '\n' ? 2 : 1);
  }

  /**
   * Parses a record that contains a quote.
   * @returns the start of the next record; undefined if more text is needed
   */
  private splitQuoted(start: number, isEnd: boolean): number | undefined {
    const { text, delimiter } = this;
    const cells: string[] = [];
    let at = start;
    for (;;) {
      const cell = readCell(text, at, delimiter);
      if (cell.stray !== undefined || cell.isQuoted) {
        const damage = this.damageOf(cell, at, start, isEnd);
        if (damage !== undefined) return damage.next;
      }
      cells.push(cellText(text, at, cell));
      at = cell.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (at >= text.length - 1 && !isEnd && text[at] !== '\n') {
      return text.length - start > MAX_RECORD_LENGTH
        ? this.skip('record_too_long', start, start, isEnd)
        : undefined;
    }
    const isStrayCr = text[at] === '\r' && text[at + 1] !== '\n' && this.hasCrEnds === false;
    if (isStrayCr) return this.skip('stray_line_end', start, at, isEnd);
    return this.finish(start, at, cells);
  }

  /**
   * Checks the quotes of the cell at `at`, in the record that starts at `start`.
   * @returns the start of the next record, undefined in it if more text is needed; nothing if the cell is
   * intact
   */
  private damageOf(
    { isQuoted, closing, stray }: ReadCell,
    at: number,
    start: number,
    isEnd: boolean,
  ): { readonly next: number | undefined } | undefined {
    const { length } = this.text;
    if (isQuoted) {
      const mayHaveMore = closing === undefined || (closing === length - 1 && !isEnd);
      if (mayHaveMore && !isEnd && length - start <= MAX_RECORD_LENGTH) return { next: undefined };
      if (closing === undefined) return { next: this.skip('unclosed_quote', start, at, isEnd) };
    }
    return stray === undefined ? undefined : { next: this.skip('stray_quote', start, stray, isEnd) };
  }

  private finish(start: number, end: number, cells: readonly string[]): number {
    const raw = this.text.slice(start, end);
    if (raw.length > MAX_RECORD_LENGTH) this.damage('record_too_long', start, start);
    else this.onRecord({ line: this.line, raw, cells });
    return this.countLinesTo(start, end);
  }

  /** Reports damage and continues after the line that contains it. */
  private skip(kind: DamageKind, start: number, at: number, isEnd: boolean): number | undefined {
    const end = this.lineEndFrom(at, true) ?? this.text.length;
    if (end >= this.text.length && !isEnd && this.text.length - start <= MAX_RECORD_LENGTH) return undefined;
    this.damage(kind, start, at, this.text.slice(start, end));
    return end >= this.text.length && !isEnd ? this.leaveLine(start, end) : this.countLinesTo(start, end);
  }

  /** Skips to the end of the buffer within a damaged line; the rest of it is skipped when it arrives. */
  private leaveLine(start: number, end: number): number {
    this.isLineLeft = true;
    this.line += countLineEnds(this.text.slice(start, end));
    return end;
  }

  /**
   * Skips the rest of a damaged line.
   * @returns the start of the next line
   */
  private endLine(start: number): number {
    const end = this.text.indexOf(this.hasCrEnds === true ? '\r' : '\n', start);
    if (end < 0) return this.text.length;
    this.isLineLeft = false;
    this.line += 1;
    return end + 1;
  }

  /** @param raw the record up to the end of the damaged line; other lines of it may belong to other rows */
  private damage(kind: DamageKind, start: number, at: number, raw = ''): void {
    this.damages += 1;
    const place = placeInText(this.text.slice(start, at), at - start, this.line);
    const isCertain = ENDS_WITH_LINE.has(kind) && place.line === this.line && this.damages < MAX_DAMAGE;
    this.onDamage({
      kind,
      ...place,
      ...(place.line === this.line ? {} : { begins: this.line }),
      ...(isCertain ? { raw: raw.replace(/\r$/, '') } : {}),
    });
  }
}
