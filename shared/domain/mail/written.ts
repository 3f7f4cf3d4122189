import { asLine } from '../_core/text/plain-text.ts';
import { type Html, htmlPage } from './html.ts';

/** Mail servers cut longer subjects. */
const MOST_CHARACTERS = 200;

/** For a header: line breaks and other control characters would end it, and begin another. */
const oneLine = (text: string): string => [...asLine(text).replaceAll(/ +/g, ' ')].slice(0, MOST_CHARACTERS).join('');

/** What a template makes of its values. */
export type Written = { subject: string; text: string; html: string };

export function written(subject: string, text: string, body: Html): Written {
  const line = oneLine(subject);
  return { subject: line, text: `${text.trim()}\n`, html: htmlPage(line, body) };
}

/** As the first word of a subject. */
export const asTitle = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
