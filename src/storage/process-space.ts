import { readlinkSync } from 'node:fs';
import { readOrEmpty } from './running-process.ts';

/** Where on a machine a process ID is valid. */
export interface ProcessSpace {
  /** The PID namespace; empty where the system has none. */
  readonly namespace: string;
  /** The container of a Kubernetes pod, which runs once at a time; empty elsewhere. */
  readonly container: string;
}

let own: ProcessSpace | undefined;

/** Returns where the process IDs that this process sees are valid. */
export function ownProcessSpace(): ProcessSpace {
  own ??= { namespace: pidNamespace(), container: containerIn(readOrEmpty('/proc/self/mountinfo')) };
  return own;
}

/**
 * Says where a process on this host is, by the space that its lock names: `elsewhere` cannot be seen from
 * here; `ended` ran in this container before it was restarted, and Kubernetes restarts a container only when
 * the earlier instance has ended.
 */
export function whereIs(
  holder: Partial<ProcessSpace>,
  { namespace, container }: ProcessSpace = ownProcessSpace(),
): 'here' | 'elsewhere' | 'ended' {
  const { namespace: other = '' } = holder;
  if (other === '' || namespace === '' || other === namespace) return 'here';
  return container !== '' && holder.container === container ? 'ended' : 'elsewhere';
}

/**
 * Returns the container of a pod, as the mounts of it name it: the kubelet gives each a file for its last
 * words.
 */
export function containerIn(mounts: string): string {
  const [, pod, name] = /\/pods\/([0-9a-f-]{32,36})\/containers\/([^/\s]+)\//.exec(mounts) ?? [];
  return pod === undefined || name === undefined ? '' : `${pod}/${name}`;
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
