import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Json } from '../spec/wire.ts';
import { plainValue } from './yaml-scalars.ts';

type Holder = Record<string, Json> | Json[];

/**
 * Returns the data of a document without anchors, tags, merge keys and duplicate keys, in one pass and without positions; undefined
 * where there is more to it. Most manifests are like this, and have no finding whose place would be asked for.
 */
export function simpleData(text: string, events: readonly Event[]): Json | undefined {
  const open: Holder[] = [];
  let holder: Holder | undefined;
  let key: string | undefined;
  let root: Json | undefined;
  let documents = 0;
  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        documents += 1;
        if (documents > 1) return undefined;
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        if (event.anchorStart >= 0 || event.tagStart >= 0) return undefined;
        const child: Holder = event.type === EVENT_ID.MAPPING ? {} : [];
        if (holder === undefined) root = child;
        else if (Array.isArray(holder)) holder.push(child);
        else if (key === undefined) return undefined;
        else holder[key] = child;
        if (holder !== undefined) {
          open.push(holder);
        }
        holder = child;
        key = undefined;
        break;
      }
      case EVENT_ID.SCALAR: {
        if (event.anchorStart >= 0 || event.tagStart >= 0 || holder === undefined) return undefined;
        if (Array.isArray(holder)) {
          holder.push(scalarOf(text, event));
        } else if (key === undefined) {
          key = textOf(text, event);
          if (key === '__proto__' || key === '<<' || Object.hasOwn(holder, key)) return undefined;
        } else {
          holder[key] = scalarOf(text, event);
          key = undefined;
        }
        break;
      }
      case EVENT_ID.ALIAS:
        return undefined;
      case EVENT_ID.POP:
        holder = open.pop();
        key = undefined;
    }
  }
  return root;
}

function textOf(text: string, event: ScalarEvent): string {
  if (event.valueStart < 0) return '';
  return event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
}

function scalarOf(text: string, event: ScalarEvent): Json {
  const value = textOf(text, event);
  return event.style === SCALAR_STYLE.PLAIN ? plainValue(value) : value;
}
