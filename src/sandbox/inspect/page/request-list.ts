import type { ExchangeHead } from '../exchange.ts';
import { build } from './build-element.ts';

/** Height of a row in pixels, the same as in the style sheet. */
const ROW = 54;
/** Rows drawn above and below the visible area. */
const SPARE = 6;

/** Formats a duration given in milliseconds. */
export function durationText(took: number): string {
  if (took < 1) return '<1 ms';
  return took < 1000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`;
}

/** Returns the time of day of a request, to the second. */
export function timeOfDayText(time: string): string {
  return new Date(time).toLocaleTimeString('en-GB');
}

/** A list of requests, newest first; only the visible rows have elements. */
export class RequestList {
  private readonly list: HTMLElement;
  private readonly rows: HTMLElement;
  private readonly onChoose: (seq: number, isOpened: boolean) => void;
  private shown: readonly ExchangeHead[] = [];
  private chosen: number | undefined;

  /** @param onChoose receives the selected request, and whether it was opened with Enter or a click */
  constructor(list: HTMLElement, rows: HTMLElement, onChoose: (seq: number, isOpened: boolean) => void) {
    this.list = list;
    this.rows = rows;
    this.onChoose = onChoose;
    list.addEventListener('scroll', () => this.draw());
    list.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(list);
  }

  /** Shows requests, given oldest first; keeps the scroll position relative to the visible rows. */
  show(heads: readonly ExchangeHead[], added: number): void {
    this.shown = heads;
    this.rows.style.height = `${heads.length * ROW}px`;
    if (this.list.scrollTop > 0) this.list.scrollTop += added * ROW;
    this.draw();
  }

  choose(seq: number | undefined): void {
    this.chosen = seq;
    this.draw();
  }

  private at(place: number): ExchangeHead | undefined {
    return this.shown[this.shown.length - 1 - place];
  }

  private placeOfChosen(): number {
    const index = this.shown.findIndex(({ seq }) => seq === this.chosen);
    return index < 0 ? -1 : this.shown.length - 1 - index;
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.list.scrollTop / ROW) - SPARE);
    const count = Math.ceil(this.list.clientHeight / ROW) + 2 * SPARE;
    const drawn: HTMLElement[] = [];
    for (let place = first; place < Math.min(first + count, this.shown.length); place += 1) {
      const head = this.at(place);
      if (head !== undefined) drawn.push(this.row(head, place));
    }
    this.rows.replaceChildren(...drawn);
    const isDrawn = drawn.some(({ id }) => id === `row-${this.chosen}`);
    if (isDrawn) this.list.setAttribute('aria-activedescendant', `row-${this.chosen}`);
    else this.list.removeAttribute('aria-activedescendant');
  }

  private row(head: ExchangeHead, place: number): HTMLElement {
    const { seq, method, path, status, outcome, code, operation, fault, agent, time, took } = head;
    const about = code ?? operation ?? '';
    const row = build(
      'div',
      {
        class: `row ${outcome}`,
        attributes: {
          id: `row-${seq}`,
          role: 'option',
          'aria-selected': String(seq === this.chosen),
          'aria-posinset': String(place + 1),
          'aria-setsize': String(this.shown.length),
        },
        onClick: () => this.pick(seq, true),
      },
      build('span', { class: 'status', text: status === undefined ? '—' : String(status) }),
      build('span', { class: 'method', text: method }),
      build('span', { class: 'path', text: path, attributes: { title: path } }),
      build('span', { class: 'took', text: durationText(took) }),
      build('span', { class: 'about', text: about }),
      fault === undefined ? undefined : build('span', { class: 'fault', text: fault }),
      build('span', { class: 'agent', text: agent }),
      build('span', { class: 'time', text: timeOfDayText(time) }),
    );
    row.style.transform = `translateY(${place * ROW}px)`;
    return row;
  }

  private pick(seq: number, isOpened: boolean): void {
    this.choose(seq);
    this.onChoose(seq, isOpened);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.list.clientHeight / ROW) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      j: 1,
      k: -1,
      PageDown: page,
      PageUp: -page,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const step = steps[event.key];
    if (event.key === 'Enter' && this.chosen !== undefined) this.onChoose(this.chosen, true);
    if (step === undefined || this.shown.length === 0 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const place = Math.min(this.shown.length - 1, Math.max(0, this.placeOfChosen() + step));
    const head = this.at(place);
    if (head === undefined) return;
    const top = place * ROW;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    if (top + ROW > this.list.scrollTop + this.list.clientHeight)
      this.list.scrollTop = top + ROW - this.list.clientHeight;
    this.pick(head.seq, false);
  }
}
