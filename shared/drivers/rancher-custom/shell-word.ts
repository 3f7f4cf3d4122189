/** Single quotes make a word literal in a POSIX shell. */
export const shellWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
