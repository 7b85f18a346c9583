import type { ReadCursor } from './record-kinds.ts';

/** A read cursor that was set: its user, channel and message (WEB §3, §6). */
export interface CursorEvent {
  readonly member: string;
  readonly channel: string;
  readonly ts: string;
}

/** Notifies all listeners about read cursors that were set (assumption `read-cursor-events`). */
export class CursorEvents {
  private readonly listeners = new Set<(event: CursorEvent) => void>();

  /** @returns a function that removes the listener */
  listen(listener: (event: CursorEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit({ id, ts }: ReadCursor): void {
    const [channel = '', member = ''] = id.split('/');
    for (const listener of this.listeners) listener({ member, channel, ts });
  }
}
