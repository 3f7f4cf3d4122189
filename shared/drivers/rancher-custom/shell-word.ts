/** Single quotes make a word literal for a POSIX shell. */
export const shellWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
