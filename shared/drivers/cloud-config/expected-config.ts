import { fillTemplate } from './fill-template.ts';

/**
 * The word that stands in for a variable's value while a template is parsed. The word occurs in no template, and has no
 * meaning in YAML.
 */
const standIn = (index: number): string => `paddockStandsInFor${index}x`;

function replacedIn(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => replacedIn(item, replace));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [replace(key), replacedIn(inner, replace)]));
}

/**
 * The parsed document that is expected from a filled-in template. First, the template is parsed with a stand-in word
 * for each variable. Then the values replace these words. Therefore no value can change the structure of the document.
 */
export function templateMeaning(
  template: string,
  variables: ReadonlyMap<string, string>,
  read: (text: string) => unknown,
): unknown {
  const names = [...variables.keys()];
  const words = new Map(names.map((name, index) => [name, standIn(index)]));
  const values = new Map(names.map((name, index) => [standIn(index), variables.get(name) ?? '']));
  const replace = (text: string) => text.replaceAll(/paddockStandsInFor\d+x/g, (word) => values.get(word) ?? word);
  return replacedIn(read(fillTemplate(template, words)), replace);
}
