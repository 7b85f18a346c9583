import type { Issue } from '../../failure/issue.ts';

/** Signatures of files that are not rows of text. */
const FORMATS: readonly { readonly begins: Buffer; readonly words: string; readonly remedy: string }[] = [
  {
    begins: Buffer.from('PK\x03\x04'),
    words: 'an Excel workbook or another ZIP file',
    remedy: 'save the sheet as CSV UTF-8',
  },
  {
    begins: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    words: 'an old Excel workbook',
    remedy: 'save the sheet as CSV UTF-8',
  },
  { begins: Buffer.from('%PDF-'), words: 'a PDF', remedy: 'export the list as CSV' },
  { begins: Buffer.from('1f8b', 'hex'), words: 'compressed with gzip', remedy: 'unpack it: gunzip' },
  { begins: Buffer.from('425a68', 'hex'), words: 'compressed with bzip2', remedy: 'unpack it: bunzip2' },
  { begins: Buffer.from('fd377a585a', 'hex'), words: 'compressed with xz', remedy: 'unpack it: unxz' },
  { begins: Buffer.from('28b52ffd', 'hex'), words: 'compressed with zstd', remedy: 'unpack it: unzstd' },
  { begins: Buffer.from('377abcaf271c', 'hex'), words: 'a 7-Zip archive', remedy: 'unpack it: 7z x' },
  { begins: Buffer.from('89504e47', 'hex'), words: 'a PNG image', remedy: 'export the list as CSV' },
  { begins: Buffer.from('ffd8ff', 'hex'), words: 'a JPEG image', remedy: 'export the list as CSV' },
  { begins: Buffer.from('PAR1'), words: 'a Parquet file', remedy: 'export the list as CSV' },
  { begins: Buffer.from('SQLite format 3'), words: 'a SQLite database', remedy: 'export the list as CSV' },
  { begins: Buffer.from('<'), words: 'XML or HTML', remedy: 'export the list as CSV' },
];

/** The supported formats. */
const READ = 'CSV, NDJSON, a JSON array of users, or LDIF';

/** Returns a finding that names the format of a file that cannot be read as rows. */
export function foreignFormat(start: Buffer, file: string): Issue | undefined {
  const text = start[0] === 0xef && start[1] === 0xbb ? start.subarray(3) : start;
  const found = FORMATS.find(({ begins }) => text.subarray(0, begins.length).equals(begins));
  return found === undefined ? undefined : notASource(found, file);
}

/** The finding about a file in an unsupported format: its format, and what to do. */
export function notASource(
  { words, remedy }: { readonly words: string; readonly remedy: string },
  file: string,
): Issue {
  return {
    code: 'not_a_source',
    path: '',
    message: `the file is ${words}`,
    expected: `${READ}; ${remedy}`,
    at: { file, line: 1, column: 1 },
  };
}
