/** Mail servers cut longer subjects. */
const MOST_CHARACTERS = 200;

/** For a header: line breaks and other control characters would end it, and begin another. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
