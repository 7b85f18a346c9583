import { readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** Content of a test archive by name; a name that ends in / is a folder. */
export type ZipContent = Readonly<Record<string, string | Buffer>>;

export interface ZipOptions {
  readonly isZip64?: boolean;
  /** Names of entries without compression. */
  readonly stored?: readonly string[];
  readonly comment?: string;
  readonly mode?: number;
  /** Comment of each entry, also of folders. */
  readonly entryComment?: string;
}

const MODIFIED = new Date('2026-01-02T03:04:06Z');

/** Writes a zip archive. */
export async function writeZip(path: string, content: ZipContent, options: ZipOptions = {}): Promise<void> {
  const { isZip64: forceZip64Format = false, stored = [], comment = '', mode = 0o100640 } = options;
  const facts = { mtime: MODIFIED, fileComment: options.entryComment ?? '' };
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(content)) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name, facts);
    else
      zip.addBuffer(Buffer.from(text), name, {
        ...facts,
        mode,
        forceZip64Format,
        compress: !stored.includes(name),
      });
  }
  zip.end({ forceZip64Format, comment });
  writeFileSync(path, await buffer(zip.outputStream));
}

/** One entry as another program reads it. */
export interface ReadEntry {
  readonly name: string;
  readonly text: Buffer;
  readonly isStored: boolean;
  readonly mode: number;
  readonly modified: string;
  readonly comment: string;
}

/** Reads a zip archive. */
export async function readZip(
  path: string,
): Promise<{ readonly entries: readonly ReadEntry[]; readonly comment: string }> {
  const zip = await openPromise(path, { autoClose: false });
  const entries: ReadEntry[] = [];
  for await (const entry of zip.eachEntry())
    entries.push({
      name: entry.fileName,
      text: entry.fileName.endsWith('/')
        ? Buffer.alloc(0)
        : await buffer(await zip.openReadStreamPromise(entry)),
      isStored: entry.compressionMethod === 0,
      mode: entry.externalFileAttributes >>> 16,
      modified: entry.getLastModDate().toISOString(),
      comment: entry.fileComment,
    });
  const { comment } = zip;
  zip.close();
  return { entries, comment };
}

const CENTRAL_HEADER = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const LOCAL_HEADER = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Changes header bytes of an archive, like an attacker. */
export function tamperWithZip(
  path: string,
  change: (headers: {
    readonly central: readonly Buffer[];
    readonly local: readonly Buffer[];
    readonly all: Buffer;
  }) => void,
): void {
  const all = readFileSync(path);
  const at = (mark: Buffer): readonly Buffer[] => {
    const found: Buffer[] = [];
    for (let place = all.indexOf(mark); place >= 0; place = all.indexOf(mark, place + 1))
      found.push(all.subarray(place));
    return found;
  };
  change({ central: at(CENTRAL_HEADER), local: at(LOCAL_HEADER), all });
  writeFileSync(path, all);
}
