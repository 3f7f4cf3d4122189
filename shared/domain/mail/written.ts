import { type Html, htmlPage } from './html.ts';
import { oneLine } from './one-line.ts';

/** What a template makes of its values. */
export type Written = { subject: string; text: string; html: string };

export function written(subject: string, text: string, body: Html): Written {
  const line = oneLine(subject);
  return { subject: line, text: `${text.trim()}\n`, html: htmlPage(line, body) };
}

/** As the first word of a subject. */
export const asTitle = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
