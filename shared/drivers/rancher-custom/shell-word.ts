/** Quotes a word so that a POSIX shell takes it literally. */
export const shellWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
