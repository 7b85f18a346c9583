import { expect, it } from 'vitest';
import { containerIn, locateProcess } from '../../src/storage/process-space.ts';

const POD = '0a1b2c3d-1111-2222-3333-444455556666';

it.each([
  [
    'a container of a pod',
    `612 600 8:1 /var/lib/kubelet/pods/${POD}/etc-hosts /etc/hosts rw\n613 600 8:1 /var/lib/kubelet/pods/${POD}/containers/apply/1f2e3d4c /dev/termination-log rw\n`,
    `${POD}/apply`,
  ],
  [
    'a pod without a named container',
    `612 600 8:1 /var/lib/kubelet/pods/${POD}/etc-hosts /etc/hosts rw\n`,
    '',
  ],
  [
    'a container that may share its files with another one',
    `612 600 8:1 /var/lib/docker/containers/${'ab'.repeat(32)}/hostname /etc/hostname rw\n`,
    '',
  ],
  ['no container', '22 1 8:1 / / rw - ext4 /dev/sda1 rw\n', ''],
])('reads the container of a process from its mounts: %s', (_, mounts, container) => {
  expect(containerIn(mounts)).toBe(container);
});

it.each([
  ['the same namespace', { namespace: 'pid:[1]', container: 'p/a' }, 'here'],
  ['an unknown namespace', { container: 'p/b' }, 'here'],
  ['another namespace', { namespace: 'pid:[2]' }, 'elsewhere'],
  ['another container', { namespace: 'pid:[2]', container: 'p/b' }, 'elsewhere'],
  ['an earlier instance of the container', { namespace: 'pid:[2]', container: 'p/a' }, 'ended'],
] as const)('locates a process by its namespace and container: %s', (_, holder, where) => {
  expect(locateProcess(holder, { namespace: 'pid:[1]', container: 'p/a' })).toBe(where);
  const unknown = where === 'ended' ? 'elsewhere' : where;
  expect(locateProcess({ ...holder, container: '' }, { namespace: 'pid:[1]', container: '' })).toBe(unknown);
  expect(locateProcess(holder, { namespace: '', container: '' })).toBe('here');
});
