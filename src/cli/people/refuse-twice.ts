import { Failure } from '../../failure/failure.ts';
import { inputName } from '../../terminal/read-input.ts';

/**
 * Refuses two names of one attribute in a file, such as `enterprise` and its URN, or `userName` and
 * `username`: only one of them would be kept.
 * @param ours returns the name of the attribute; letter case does not matter
 * @throws Failure `invalidInput`
 */
export function refuseTwice(names: readonly string[], ours: (name: string) => string, file: string): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const key = ours(name).toLowerCase();
    const other = known.get(key);
    if (other !== undefined)
      throw new Failure(
        'invalidInput',
        `${inputName(file)}: "${other}" and "${name}" are the same attribute`,
        {
          hint: 'keep one of the two',
        },
      );
    known.set(key, name);
  }
}
