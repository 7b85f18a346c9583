import type { RecordKey, RecordKind, RecordOf, StoredRecord } from './record-kinds.ts';

type Tables = { readonly [Kind in RecordKind]: Map<string, RecordOf<Kind>> };

/** Data of the Web API by kind and ID, each kind in the order of creation. */
export class Records {
  private readonly tables: Tables = {
    team: new Map(),
    app: new Map(),
    channel: new Map(),
    threadStatus: new Map(),
    readCursor: new Map(),
    session: new Map(),
    crowd: new Map(),
    log: new Map(),
    deniedInvite: new Map(),
    policyEntity: new Map(),
    function: new Map(),
    workflow: new Map(),
    localId: new Map(),
    trouble: new Map(),
  };

  of<Kind extends RecordKind>(kind: Kind): ReadonlyMap<string, RecordOf<Kind>> {
    return this.tables[kind];
  }

  get<Kind extends RecordKind>(kind: Kind, id: string): RecordOf<Kind> | undefined {
    return this.tables[kind].get(id);
  }

  get count(): number {
    return Object.values(this.tables).reduce((sum, table) => sum + table.size, 0);
  }

  *all(): Generator<StoredRecord> {
    for (const table of Object.values(this.tables)) yield* table.values();
  }

  put<Kind extends RecordKind>(record: RecordOf<Kind> & { readonly kind: Kind }): void {
    this.tables[record.kind].set(record.id, record);
  }

  remove({ kind, id }: RecordKey): void {
    this.tables[kind].delete(id);
  }

  clear(): void {
    for (const table of Object.values(this.tables)) table.clear();
  }
}
