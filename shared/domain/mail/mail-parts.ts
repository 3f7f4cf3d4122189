import { asLine } from '../_core/text/plain-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Text that is already HTML, so it is not escaped again. */
class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

const markupOf = (value: string | Html): string => (typeof value === 'string' ? escaped(value) : value.markup);

/** A template of HTML. All values except `Html` are escaped. */
export function html(literals: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  return new Html(literals.map((literal, index) => literal + markupOf(values[index] ?? '')).join(''));
}

/** Turns markup into `Html` without escaping. Only for Paddock's own markup. */
export const rawHtml = (markup: string): Html => new Html(markup);

export const htmlPage = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
${body}
</body>
</html>
`.markup;

/** Maximum length of a subject. Mail servers cut longer subjects. */
const MAX_CHARACTERS = 200;

/** Turns a text into one line for a header of an e-mail. With a line break, the text could add another header. */
const oneLine = (text: string): string => [...asLine(text).replaceAll(/ +/g, ' ')].slice(0, MAX_CHARACTERS).join('');

export type Written = { subject: string; text: string; html: string };

export function written(subject: string, text: string, body: Html): Written {
  const line = oneLine(subject);
  return { subject: line, text: `${text.trim()}\n`, html: htmlPage(line, body) };
}

export const asTitle = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
