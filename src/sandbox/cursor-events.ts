import type { ReadCursor } from './record-kinds.ts';

/** A read cursor that was set: whose, where and to which message (WEB §3, §6). */
export interface CursorEvent {
  readonly member: string;
  readonly channel: string;
  readonly ts: string;
}

/** Tells everybody who listens which read cursors were set (assumption `read-cursor-events`). */
export class CursorEvents {
  private readonly listeners = new Set<(event: CursorEvent) => void>();

  /** @returns what ends the listening. */
  listen(listener: (event: CursorEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell({ id, ts }: ReadCursor): void {
    const [channel = '', member = ''] = id.split('/');
    for (const listener of this.listeners) listener({ member, channel, ts });
  }
}
