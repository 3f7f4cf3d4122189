/** A part of a template: literal text, or the name of a placeholder and its line. The first line is 1. */
export type TemplatePart = { text: string } | { name: string; line: number };

/**
 * Matches braces like Python's `str.format`: doubled braces, braces around a name, and single braces, which are wrong.
 */
const BRACES = /\{\{|\}\}|\{([^{}\n]*)\}|[{}]/g;

/**
 * Splits a template into its parts. Waldur's templates are Python format strings: `{name}` is a placeholder, and
 * doubled braces are literal braces. Also returns a sentence about each wrong brace.
 */
export function parseTemplate(template: string): { parts: TemplatePart[]; problems: string[] } {
  const parts: TemplatePart[] = [];
  const problems: string[] = [];
  let end = 0;
  let line = 1;
  for (const found of template.matchAll(BRACES)) {
    const [brace, name] = found;
    const text = template.slice(end, found.index);
    parts.push({ text });
    line += text.split('\n').length - 1;
    end = found.index + brace.length;
    if (name !== undefined) parts.push({ name, line });
    else if (brace.length === 2) parts.push({ text: brace.slice(1) });
    else problems.push(`Line ${line}: unbalanced "${brace}"; write a literal brace as "${brace}${brace}".`);
  }
  parts.push({ text: template.slice(end) });
  return { parts, problems };
}
