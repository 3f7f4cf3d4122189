import { Misconfigured } from '../../errors.ts';
import { parseTemplate } from './template-placeholders.ts';

/** Characters without a special meaning in YAML and in shells. */
const HARMLESS = /^[\w.~:/@%+=,[\]-]*$/;

/**
 * Fills a provider's template with the values of its variables.
 * @throws Misconfigured for a wrong brace, an unknown name, and a value with characters that may have a special meaning
 * in YAML or a shell
 */
export function fillTemplate(template: string, variables: ReadonlyMap<string, string>): string {
  const { parts, problems } = parseTemplate(template);
  const [problem] = problems;
  if (problem !== undefined) throw new Misconfigured(problem);
  return parts.map((part) => ('text' in part ? part.text : variableValue(part, variables))).join('');
}

function variableValue({ name, line }: { name: string; line: number }, variables: ReadonlyMap<string, string>): string {
  const value = variables.get(name);
  if (value === undefined) throw new Misconfigured(`Line ${line}: {${name}} has no value in this template.`);
  if (!HARMLESS.test(value)) throw new Misconfigured(`Line ${line}: the value of {${name}} is not safe in user data.`);
  return value;
}
