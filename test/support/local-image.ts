import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';

/** Whether images can be built here. */
export function hasBuildah(): boolean {
  try {
    execFileSync('buildah', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Whether a process may have its own mounts here, which every tool needs to start an image. */
export function mayStartImages(): boolean {
  const isRoot = process.getuid?.() === 0;
  try {
    if (isRoot) execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    else execFileSync('buildah', ['unshare', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Programs that the last stage of the Containerfile runs. */
const TOOLS = ['/bin/mkdir', '/bin/chown'];

/**
 * Builds a base image without a registry, from local files: some programs, their libraries, and a temporary
 * folder.
 * @returns the folder of its Containerfile
 */
export function localBase(folder: string, programs: readonly string[]): string {
  const root = join(folder, 'root');
  for (const made of ['bin', 'etc', 'tmp', 'proc', 'dev', 'sys'])
    mkdirSync(join(root, made), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  writeFileSync(join(root, 'etc', 'passwd'), 'root:x:0:0::/root:/bin/sh\n');
  for (const program of [...programs, ...TOOLS]) {
    const loaded = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
    const isOurs = !program.startsWith('/');
    for (const file of isOurs ? loaded : [program, ...loaded]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      copyFileSync(file, join(root, file));
    }
  }
  writeFileSync(join(folder, 'Containerfile'), 'FROM scratch\nCOPY root /\n');
  return folder;
}

interface Image {
  readonly user: string;
  readonly entrypoint: readonly string[];
  /** In bytes. */
  readonly size: number;
}

/** Opens a separate image store; other images on this machine are neither seen nor changed. */
export function openImages(store: string) {
  const buildah = (...argv: readonly string[]) =>
    execa(
      'buildah',
      ['--root', join(store, 'root'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs', ...argv],
      {
        // Without privileges, this is the only way to start a process in an image.
        env: { BUILDAH_ISOLATION: 'chroot' },
      },
    );
  return {
    build: (name: string, folder: string, given: readonly string[] = []) =>
      buildah('build', '--quiet', '--pull-never', '--tag', name, ...given, folder),
    async describe(name: string): Promise<Image> {
      const { stdout } = await buildah('inspect', '--type', 'image', name);
      const { config } = JSON.parse(stdout).OCIv1;
      const listed = JSON.parse((await buildah('images', '--json', name)).stdout);
      return { user: config.User, entrypoint: config.Entrypoint ?? [], size: bytesOf(listed[0].size) };
    },
    /** @param mounts read-only folders of this machine by their path in the container */
    async start(name: string, mounts: Readonly<Record<string, string>>) {
      const { stdout: container } = await buildah('from', '--pull-never', name);
      const volumes = Object.entries(mounts).flatMap(([inside, outside]) => [
        '--volume',
        `${join(process.cwd(), outside)}:${inside}:ro`,
      ]);
      return {
        run: (...argv: readonly string[]) =>
          execa(
            'buildah',
            [
              '--root',
              join(store, 'root'),
              '--runroot',
              join(store, 'run'),
              '--storage-driver',
              'vfs',
              'run',
              ...volumes,
              container,
              '--',
              ...argv,
            ],
            {
              env: { BUILDAH_ISOLATION: 'chroot' },
              reject: false,
            },
          ),
        remove: () => buildah('rm', container),
      };
    },
  };
}

/** `111 MB` → bytes. */
function bytesOf(size: string): number {
  const [, number = '', unit = ''] = /^([\d.]+) ?([KMG]?)B$/i.exec(size) ?? [];
  const factor = { K: 1e3, M: 1e6, G: 1e9 }[unit.toUpperCase()] ?? 1;
  return Number(number) * factor;
}
