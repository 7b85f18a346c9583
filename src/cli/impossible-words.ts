/** A request that the API does not support, and the closest command. */
interface Impossible {
  /** The closest command. */
  readonly command: string;
  readonly words: RegExp;
  readonly why: string;
}

const IMPOSSIBLE: readonly Impossible[] = [
  {
    command: 'admin sessions',
    words:
      /^(?:sign-?out|log-?out|kick|kill|end|revoke|reset|delete|remove|invalidate|terminate|expire|close|clear|wipe)$/i,
    why: 'the API cannot sign users out; "orgctl offboard" deactivates the user, which ends all sessions',
  },
  {
    command: 'scim groups get',
    words: /^(?:compare|diff)$/i,
    why: 'no command compares groups; "groups get" shows the members of each',
  },
  {
    command: 'scim users get',
    words: /^(?:compare|diff)$/i,
    why: 'no command compares users; "users get" shows the values of each',
  },
];

/**
 * Returns the reason why no command does what the words ask for; undefined if none applies.
 * @param path the closest command
 */
export function impossibleReason(path: readonly string[], words: readonly string[]): string | undefined {
  const command = path.join(' ');
  return IMPOSSIBLE.find((one) => one.command === command && words.some((word) => one.words.test(word)))?.why;
}
