import { asLine } from '../_core/text/plain-text.ts';
import { type Html, htmlPage } from './html.ts';

/** Mail servers cut longer subjects. */
const MOST_CHARACTERS = 200;

/** For a header: line breaks and control characters could start another header. */
const oneLine = (text: string): string => [...asLine(text).replaceAll(/ +/g, ' ')].slice(0, MOST_CHARACTERS).join('');

/** The rendered parts of an e-mail. */
export type Written = { subject: string; text: string; html: string };

export function written(subject: string, text: string, body: Html): Written {
  const line = oneLine(subject);
  return { subject: line, text: `${text.trim()}\n`, html: htmlPage(line, body) };
}

/** With a capital letter, as the first word of a subject. */
export const asTitle = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
