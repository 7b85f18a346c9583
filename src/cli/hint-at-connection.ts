import { quoted } from './command-words.ts';

/** Commands of a hint that ask the service. */
const ASKING =
  /(^|: )orgctl (?=(?:scim|users|groups|admin|logs|api|who|offboard|onboard|functions|assistant|conversations|(?:bulk )?undo latest|bulk (?:plan|apply)|profile check)\b)(?!.*(?: -p | --(?:profile|scim-url|api-url)[ =]| --help$))/;

const CHOOSING = ['-p', '--profile', '--scim-url', '--api-url'];

/** Returns a hint with the words of a command line that choose a connection: typed as it stands, its command asks the same service. */
export function hintAtConnection(hint: string, argv: readonly string[]): string {
  const flags = connectionFlags(argv);
  if (flags.length === 0) return hint;
  return hint.replace(ASKING, (_, before: string) => `${before}orgctl ${flags.join(' ')} `);
}

/** A URL with credentials is not repeated. */
function connectionFlags(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  return words.flatMap((word, index) => {
    const [, flag = word, value = words[index + 1]] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const isChosen = CHOOSING.includes(flag) && value !== undefined && !value.includes('@');
    return isChosen ? [flag, quoted(value)] : [];
  });
}
