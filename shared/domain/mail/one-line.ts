import { asLine } from '../_core/text/plain-text.ts';

/** Mail servers cut longer subjects. */
const MOST_CHARACTERS = 200;

/** For a header: line breaks and other control characters would end it, and begin another. */
export const oneLine = (text: string): string =>
  [...asLine(text).replaceAll(/ +/g, ' ')].slice(0, MOST_CHARACTERS).join('');
