import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Json } from '../spec/protocol-types.ts';
import { plainValue } from './yaml-scalars.ts';

type Holder = Record<string, Json> | Json[];

/**
 * Returns the data of a document without anchors, tags, merge keys and duplicate keys, in one pass and
 * without positions; undefined if it has one of these. Most manifests are this simple, and have no findings
 * that need positions.
 */
export function simpleData(text: string, events: readonly Event[]): Json | undefined {
  const data = new SimpleData(text);
  let documents = 0;
  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        documents += 1;
        if (documents > 1) return undefined;
        break;
      case EVENT_ID.MAPPING:
        if (hasProperties(event) || !data.open({})) return undefined;
        break;
      case EVENT_ID.SEQUENCE:
        if (hasProperties(event) || !data.open([])) return undefined;
        break;
      case EVENT_ID.SCALAR:
        if (hasProperties(event) || !data.scalar(event)) return undefined;
        break;
      case EVENT_ID.ALIAS:
        return undefined;
      case EVENT_ID.POP:
        data.close();
    }
  }
  return data.root;
}

/** Whether a node has an anchor or a tag. */
function hasProperties(event: { readonly anchorStart: number; readonly tagStart: number }): boolean {
  return event.anchorStart >= 0 || event.tagStart >= 0;
}

/** Collects the data. Each method returns false if the document is not simple. */
class SimpleData {
  root: Json | undefined;
  private readonly text: string;
  private readonly outer: Holder[] = [];
  private holder: Holder | undefined;
  private key: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  open(child: Holder): boolean {
    const { holder, key } = this;
    if (holder === undefined) this.root = child;
    else if (Array.isArray(holder)) holder.push(child);
    else if (key === undefined) return false;
    else holder[key] = child;
    if (holder !== undefined) this.outer.push(holder);
    this.holder = child;
    this.key = undefined;
    return true;
  }

  close(): void {
    this.holder = this.outer.pop();
    this.key = undefined;
  }

  scalar(event: ScalarEvent): boolean {
    const { holder, key, text } = this;
    if (holder === undefined) return false;
    if (Array.isArray(holder)) {
      holder.push(scalarOf(text, event));
      return true;
    }
    if (key === undefined) {
      const named = textOf(text, event);
      this.key = named;
      return named !== '__proto__' && named !== '<<' && !Object.hasOwn(holder, named);
    }
    holder[key] = scalarOf(text, event);
    this.key = undefined;
    return true;
  }
}

function textOf(text: string, event: ScalarEvent): string {
  if (event.valueStart < 0) return '';
  return event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
}

function scalarOf(text: string, event: ScalarEvent): Json {
  const value = textOf(text, event);
  return event.style === SCALAR_STYLE.PLAIN ? plainValue(value) : value;
}
