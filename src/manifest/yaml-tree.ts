import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import { READ_LIMITS, syntaxFault, type TextProblem } from './manifest-source.ts';
import type { SourceNode } from './source-tree.ts';
import { fill, type OpenCollection, pathOfNext } from './yaml-collection.ts';
import { longNumber, plainValue, taggedValue } from './yaml-scalars.ts';

const STYLES = {
  [SCALAR_STYLE.PLAIN]: 'plain',
  [SCALAR_STYLE.SINGLE_QUOTED]: 'single',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'double',
  [SCALAR_STYLE.LITERAL_BLOCK]: 'block',
  [SCALAR_STYLE.FOLDED_BLOCK]: 'block',
} as const;

/** Builds a tree from the events of the parser, without recursion. */
export class TreeBuilder {
  readonly faults: TextProblem[] = [];
  private readonly open: OpenCollection[] = [];
  private readonly anchors = new Map<string, SourceNode | 'unfinished'>();
  private readonly sizes = new Map<SourceNode, number>();
  private root: SourceNode | undefined;
  private documents = 0;
  /** Offset up to which the text was read. */
  private position = 0;

  private readonly text: string;
  private readonly events: readonly Event[];

  constructor(text: string, events: readonly Event[]) {
    this.text = text;
    this.events = events;
  }

  /** @returns undefined if there is no document, or an empty one. */
  build(): SourceNode | undefined {
    for (const event of this.events) {
      this.take(event);
      if (this.faults.some(({ rule }) => rule === 'syntax')) break;
    }
    return this.root;
  }

  private take(event: Event): void {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        this.documents += 1;
        return;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        this.openCollection(event);
        return;
      case EVENT_ID.SCALAR:
        this.takeScalar(event);
        return;
      case EVENT_ID.ALIAS:
        this.takeAlias(event.anchorStart, event.anchorEnd);
        return;
      case EVENT_ID.POP:
        this.close();
    }
  }

  private openCollection(event: MappingEvent | SequenceEvent): void {
    const kind = event.type === EVENT_ID.MAPPING ? 'object' : 'list';
    this.checkTag(event.tagStart, event.tagEnd, kind === 'object' ? 'map' : 'seq');
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    const anchor = event.anchorStart < 0 ? undefined : this.text.slice(event.anchorStart, event.anchorEnd);
    if (anchor !== undefined) this.anchors.set(anchor, 'unfinished');
    this.position = Math.max(this.position, event.start + (isFlow ? 1 : 0));
    this.open.push({
      kind,
      isFlow,
      anchor,
      start: event.start,
      entries: [],
      items: [],
      keys: new Map(),
      key: undefined,
      path: pathOfNext(this.open.at(-1)),
      size: 1,
    });
  }

  private takeScalar(event: ScalarEvent): void {
    const style = STYLES[event.style];
    const isEmpty = event.valueStart < 0;
    const quotes = style === 'single' || style === 'double' ? 1 : 0;
    const start = isEmpty ? this.emptyAt() : event.valueStart - quotes;
    const end = isEmpty ? start : event.valueEnd + quotes;
    const text = isEmpty ? '' : getScalarValue(this.text, event);
    const tag = event.tagStart >= 0 ? this.text.slice(event.tagStart, event.tagEnd) : undefined;
    const tagged = tag === undefined ? undefined : taggedValue(tag, text);
    if (tag !== undefined && tagged === undefined) {
      this.faults.push(syntaxFault([event.tagStart, event.tagEnd], `there is no tag ${tag} in a manifest`));
      return;
    }
    const value = tagged ?? (style === 'plain' ? plainValue(text) : text);
    const isKey = this.open.at(-1)?.kind === 'object' && this.open.at(-1)?.key === undefined;
    this.position = Math.max(this.position, end);
    if (isKey) {
      const top = this.open.at(-1);
      if (top !== undefined)
        top.key = { text, range: [start, end], isMerge: style === 'plain' && text === '<<' };
      return;
    }
    const node: SourceNode = {
      kind: 'scalar',
      range: [start, end],
      value,
      style,
      ...longNumber(text, value),
    };
    if (event.anchorStart >= 0) this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), node);
    this.put(node, 1);
  }

  /** Returns the position of an empty value: after the colon or dash. */
  private emptyAt(): number {
    const match = /^[ \t]*[:?-]/.exec(this.text.slice(this.position, this.position + 80));
    return this.position + (match?.[0].length ?? 0);
  }

  private takeAlias(start: number, end: number): void {
    const name = this.text.slice(start, end);
    const range = [start - 1, end] as const;
    const target = this.anchors.get(name);
    this.position = end;
    if (target === undefined || target === 'unfinished') {
      const message =
        target === undefined
          ? `there is no anchor &${name} before this`
          : `*${name} is within &${name} itself`;
      this.faults.push(syntaxFault(range, message));
      return;
    }
    const size = this.sizes.get(target) ?? 1;
    this.put({ kind: 'alias', range, target }, size);
  }

  private put(node: SourceNode, size: number): void {
    const top = this.open.at(-1);
    if (top === undefined) {
      if (this.root !== undefined) {
        if (node.kind === 'scalar' && node.value === null) return;
        this.faults.push(
          syntaxFault(
            [node.range[0], node.range[0] + 1],
            'a second document starts here; a manifest has only one',
          ),
        );
        return;
      }
      const isEmpty = node.kind === 'scalar' && node.value === null;
      if (!isEmpty) this.root = node;
      return;
    }
    top.size += size;
    if (top.size > READ_LIMITS.nodes) {
      this.faults.push(
        syntaxFault(
          node.range,
          `the aliases expand to more than ${READ_LIMITS.nodes.toLocaleString('en')} values`,
        ),
      );
      return;
    }
    const fault = fill(top, node, this.text);
    if (fault !== undefined) this.faults.push(fault);
  }

  private close(): void {
    const top = this.open.pop();
    // The end of a document also has an event.
    if (top === undefined) return;
    const { kind, isFlow, items, entries } = top;
    if (isFlow) this.position = this.endOfFlow(kind === 'list' ? ']' : '}', this.position);
    const range = [top.start, Math.max(top.start, this.position)] as const;
    const node: SourceNode =
      kind === 'list' ? { kind, range, items, isFlow } : { kind, range, entries, isFlow };
    this.sizes.set(node, top.size);
    if (top.anchor !== undefined) this.anchors.set(top.anchor, node);
    this.put(node, top.size);
  }

  /** Returns the end of a flow collection. Only blanks, comments and a comma can follow its last value. */
  private endOfFlow(bracket: string, from: number): number {
    const rest = /(?:[\s,]|#[^\n]*\n)*/y;
    rest.lastIndex = from;
    const match = rest.exec(this.text);
    const at = from + (match?.[0].length ?? 0);
    return this.text[at] === bracket ? at + 1 : from;
  }

  private checkTag(start: number, end: number, usual: string): void {
    if (start < 0) return;
    const tag = this.text.slice(start, end);
    if (tag === `!!${usual}` || tag === '!') return;
    this.faults.push(syntaxFault([start, end], `there is no tag ${tag} in a manifest`));
  }
}
