import { type Event, YAMLException } from 'js-yaml';
import { type ManifestSource, syntaxFault, unreadable } from './manifest-source.ts';
import type { SourceNode } from './source-tree.ts';
import { dataOf } from './tree-data.ts';
import { hashFault } from './unquoted-hash.ts';
import { simpleData } from './yaml-data.ts';
import { yamlEvents } from './yaml-events.ts';
import { describeYamlFault } from './yaml-faults.ts';
import { TreeBuilder } from './yaml-tree.ts';

/** Reads YAML 1.2, with the merge keys of 1.1. */
export function readYaml(text: string): ManifestSource {
  let events: readonly Event[];
  try {
    events = yamlEvents(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const fault = hashFault(text, isReadable);
    return unreadable(
      text,
      'yaml',
      fault ?? describeYamlFault(text, error.reason, error.mark?.position ?? 0),
    );
  }
  const simple = simpleData(text, events);
  if (simple !== undefined) {
    let tree: SourceNode | undefined;
    const build = () => (tree ??= new TreeBuilder(text, events).build() ?? EMPTY);
    return { format: 'yaml', text, data: simple, faults: [], tree: build };
  }
  const builder = new TreeBuilder(text, events);
  const root = builder.build();
  const fatal = builder.faults.find(({ rule }) => rule === 'syntax');
  if (fatal !== undefined) return unreadable(text, 'yaml', fatal);
  if (root === undefined) {
    return unreadable(
      text,
      'yaml',
      syntaxFault([0, 0], 'the file is empty', 'create one with: orgctl manifest init'),
    );
  }
  return { format: 'yaml', text, data: dataOf(root), faults: builder.faults, tree: () => root };
}

function isReadable(text: string): boolean {
  try {
    return yamlEvents(text).length > 0;
  } catch (error) {
    if (error instanceof YAMLException) return false;
    throw error;
  }
}

const EMPTY: SourceNode = { kind: 'scalar', range: [0, 0], value: null, style: 'plain' };
