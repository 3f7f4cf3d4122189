const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Text that is HTML already. */
class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

const markupOf = (value: string | Html): string => (typeof value === 'string' ? escaped(value) : value.markup);

/** A template of HTML. Values are escaped, unless this function made them. */
export function html(literals: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  return new Html(literals.map((literal, index) => literal + markupOf(values[index] ?? '')).join(''));
}

/** Trusted markup of our own. */
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
