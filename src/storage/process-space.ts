import { readlinkSync } from 'node:fs';
import { readOrEmpty } from './running-process.ts';

/** The scope in which a process ID is valid. */
export interface ProcessSpace {
  /** The PID namespace; empty if the system has none. */
  readonly namespace: string;
  /** The container of a Kubernetes pod (one instance runs at a time); empty elsewhere. */
  readonly container: string;
}

let own: ProcessSpace | undefined;

/** Returns the scope in which the process IDs seen by this process are valid. */
export function ownProcessSpace(): ProcessSpace {
  own ??= { namespace: pidNamespace(), container: containerIn(readOrEmpty('/proc/self/mountinfo')) };
  return own;
}

/**
 * Returns where a process on this host runs, judged by the scope in its lock file. `elsewhere`: it cannot be
 * seen from here. `ended`: it ran in this container before a restart, and Kubernetes restarts a container
 * only after the earlier instance has ended.
 */
export function locateProcess(
  holder: Partial<ProcessSpace>,
  { namespace, container }: ProcessSpace = ownProcessSpace(),
): 'here' | 'elsewhere' | 'ended' {
  const { namespace: other = '' } = holder;
  if (other === '' || namespace === '' || other === namespace) return 'here';
  return container !== '' && holder.container === container ? 'ended' : 'elsewhere';
}

/** Returns the container of a pod from its mounts: the kubelet mounts a termination log into each. */
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
