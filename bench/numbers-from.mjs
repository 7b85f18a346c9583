// What a bench is asked for on its command line.

/** Reads `--runs 7 --rows 10000` with their defaults. */
export function numbersFrom(defaults, words = process.argv.slice(2)) {
  const numbers = { ...defaults };
  for (let index = 0; index < words.length; index += 2) {
    const name = words[index].replace(/^--/, '');
    if (!(name in defaults))
      throw new Error(`unknown: ${words[index]}; there are --${Object.keys(defaults).join(' --')}`);
    numbers[name] = Number(words[index + 1]);
  }
  return numbers;
}
