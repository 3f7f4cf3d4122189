/** A piece of a template: text as it is, or the name of what stands there. Lines count from 1. */
export type TemplatePart = { text: string } | { name: string; line: number };

/** A brace as Python's `str.format` reads it: doubled, around a name, or a mistake. */
const BRACES = /\{\{|\}\}|\{([^{}\n]*)\}|[{}]/g;

/**
 * Cuts a template in Waldur's notation (Python's format strings: `{name}`, literal braces doubled) into its parts; sentences about
 * braces that are neither.
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
