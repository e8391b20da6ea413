/** Joins words in a sentence: `wallet, marketplace or isv`. */
export function wordList(words: readonly string[], conjunction: 'and' | 'or'): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(` ${conjunction} `);
}
