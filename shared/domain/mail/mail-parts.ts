import { asLine } from '../_core/text/plain-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** A text that is already HTML and is therefore not escaped. */
class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

const markupOf = (value: string | Html): string => (typeof value === 'string' ? escaped(value) : value.markup);

/** A template of HTML. Values are escaped, unless they are `Html`. */
export function html(literals: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  return new Html(literals.map((literal, index) => literal + markupOf(values[index] ?? '')).join(''));
}

/** Makes `Html` from markup without escaping it. Only for markup of our own. */
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

/** Maximum length of a subject, because mail servers cut longer subjects. */
const MOST_CHARACTERS = 200;

/** A text as one line, for a header of an e-mail. With a line break, a value could add another header. */
const oneLine = (text: string): string => [...asLine(text).replaceAll(/ +/g, ' ')].slice(0, MOST_CHARACTERS).join('');

/** The rendered parts of an e-mail. */
export type Written = { subject: string; text: string; html: string };

export function written(subject: string, text: string, body: Html): Written {
  const line = oneLine(subject);
  return { subject: line, text: `${text.trim()}\n`, html: htmlPage(line, body) };
}

/** The word with a capital first letter, as the first word of a subject. */
export const asTitle = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
