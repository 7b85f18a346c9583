import { writeFileSync } from 'node:fs';
import type { Dialect } from '../../src/bulk/input/dialect.ts';
import { readUsersCsv } from '../../src/bulk/input/read-users-csv.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { freshMachine } from './run-orgctl.ts';

/** Runs `bulk check` on a file of users and returns its output. */
export async function checked(content: string | Buffer, flags = '', name = 'people.csv') {
  const machine = freshMachine();
  writeFileSync(machine.path(name), content);
  const { exit, stdout, stderr } = await machine.orgctl(`bulk check ${machine.path(name)} -o table ${flags}`);
  const own = (text: string) => text.replaceAll(`${machine.home}/`, '').split('\n').slice(0, -1);
  return { exit, findings: own(stdout), said: own(stderr) };
}

/** Reads a file of users and returns the values of its rows. */
export async function valuesOf(bytes: Buffer, pieceSize = 65_536, dialect: Dialect = {}) {
  const rows: UserValues[] = [];
  const issues: string[] = [];
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
  }
  const { dialect: said } = await readUsersCsv(pieces(), {
    selection: { dialect },
    file: 'people.csv',
    shareRead: undefined,
    mode: 'upsert',
    vendor: 'service',
    onUser: ({ set }) => rows.push(set),
    onIssue: ({ code, message }) => issues.push(`${code}: ${message}`),
  });
  return { rows, issues, dialect: said };
}
