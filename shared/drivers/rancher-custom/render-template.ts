import { Misconfigured } from '../../errors.ts';
import type { BirthCertificate } from './birth-certificate.ts';
import { completeConfig } from './complete-config.ts';
import { parseTemplate } from './template-placeholders.ts';
import { templateVariables } from './template-variables.ts';

/** Whatever a placeholder stands between, YAML or shell, these characters mean nothing there but themselves. */
const HARMLESS = /^[\w.~:/@%+=,[\]-]*$/;

/**
 * The provider's template with this machine's values, and with what every node needs and the template does not say.
 * @throws Misconfigured
 */
export function renderTemplate(birth: BirthCertificate, template: string): string {
  const { parts, problems } = parseTemplate(template);
  const [problem] = problems;
  if (problem !== undefined) throw new Misconfigured(problem);
  const variables = templateVariables(birth);
  const text = parts.map((part) => ('text' in part ? part.text : variableValue(part, variables)));
  return completeConfig(text.join(''), birth);
}

function variableValue({ name, line }: { name: string; line: number }, variables: Map<string, string>): string {
  const value = variables.get(name);
  if (value === undefined) throw new Misconfigured(`Line ${line}: {${name}} stands for nothing here.`);
  if (!HARMLESS.test(value)) throw new Misconfigured(`Line ${line}: the value of {${name}} is not safe in user data.`);
  return value;
}
