/** What is inserted: what names and addresses consist of, but for digits. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz.-_'];
const DIGIT = /\d/;

/**
 * Returns the words that become this one by a common slip: a letter is missing, is one too many, or is
 * swapped with the next one. Another letter or digit often makes another name on purpose, as in "mia" and
 * "pia".
 * @param word lower case
 */
export function* wordsWithinOneTypo(word: string): Iterable<string> {
  for (let at = 0; at < word.length; at += 1) {
    const [before, letter = '', next = ''] = [word.slice(0, at), word[at], word[at + 1]];
    const isDigit = DIGIT.test(letter);
    if (!isDigit) yield before + word.slice(at + 1);
    if (next !== '' && letter !== next && !isDigit && !DIGIT.test(next))
      yield before + next + letter + word.slice(at + 2);
  }
  for (let at = 0; at <= word.length; at += 1)
    for (const letter of LETTERS) yield word.slice(0, at) + letter + word.slice(at);
}
