import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { BIN, freshHome } from '../support/real-bin.ts';

const README = readFileSync('README.md', 'utf8');

/** A command that the README shows, and what it shows of its output. */
interface Recorded {
  readonly command: string;
  readonly output: string;
}

it('prints what the README shows, command by command', async () => {
  const home = freshHome();
  symlinkSync(resolve('examples'), join(home, 'examples'));
  const recorded = [...README.matchAll(/```console\n(.*?)```/gs)].flatMap(([, block = '']) =>
    commandsIn(block),
  );
  expect(recorded.length).toBeGreaterThan(5);
  for (const { command, output } of recorded) {
    const script = `orgctl() { "${process.execPath}" "${BIN}" "$@"; }\n${command}`;
    const { PATH = '' } = process.env;
    const env = { PATH, HOME: home, ORGCTL_HOME: home, ORGCTL_OUTPUT: 'table' };
    const ran = await execa('bash', ['-c', script], {
      cwd: home,
      env,
      extendEnv: false,
      all: true,
      reject: false,
    });
    expect({ command, output: withoutWhatVaries(ran.all) }).toEqual({
      command,
      output: withoutWhatVaries(output),
    });
  }
});

it.each(['npm ci && npm run demo', 'npm ci && npm test'])('offers "%s", whose script exists', (command) => {
  expect(README).toContain(`\`\`\`sh\n${command}\n\`\`\``);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [script = ''] = command.split(' ').slice(-1);
  expect(scripts).toHaveProperty(script);
});

it('links only to pages that exist', () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);
  expect(links.length).toBeGreaterThan(5);
  for (const target of links) expect(() => readFileSync(target)).not.toThrow();
});

function commandsIn(block: string): readonly Recorded[] {
  return block
    .split(/^\$ /m)
    .filter((part) => part !== '')
    .map((part) => {
      const end = part.indexOf('\n');
      return { command: part.slice(0, end), output: part.slice(end + 1).trimEnd() };
    });
}

/** Run IDs, times of creation, and the IDs that depend on which of several creations came first. */
function withoutWhatVaries(text: string): string {
  return text
    .replace(/\d{8}-\d{6}-[a-z0-9]{4}/g, 'RUN')
    .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-\d{2}:\d{2}/g, 'TIME')
    .replace(/\bW1[A-Z0-9]{7}\b/g, 'ID');
}
