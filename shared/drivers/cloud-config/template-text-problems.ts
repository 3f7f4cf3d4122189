import { nearestName } from '#shared/domain/_core/text/nearest-name';
import { Misconfigured } from '../../errors.ts';
import { AMBIGUOUS_CHARACTERS } from './read-back.ts';
import { parseTemplate } from './template-placeholders.ts';

/** Maximum length: much more than Nova accepts, but short enough to check quickly. */
const MAX_LENGTH = 100_000;
/** Maximum number of problems that are named. A pasted script may have a wrong brace in every line. */
const MAX_NAMED = 20;

function unknownName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  return `is not a known variable. The nearest name is {${nearestName(name, known)}}. Write a literal brace twice.`;
}

/**
 * Problems of a template's text, found without rendering the template. `absenceOf` says why a known variable has no
 * value on this provider's machines.
 */
export function templateTextProblems(
  template: string,
  known: readonly string[],
  absenceOf: (name: string) => string | undefined = () => undefined,
): string[] {
  if (template.length > MAX_LENGTH) return [`The template is longer than ${MAX_LENGTH} characters.`];
  if (AMBIGUOUS_CHARACTERS.test(template)) {
    return ['The template has a control character, or a character that ends a line for some YAML parsers.'];
  }
  const { parts, problems } = parseTemplate(template);
  const ofNames = parts
    .filter((part) => 'name' in part)
    .map(({ name, line }) => ({ name, line, problem: unknownName(name, known) ?? absenceOf(name) }))
    .filter(({ problem }) => problem !== undefined)
    .map(({ name, line, problem }) => `Line ${line}: {${name}} ${problem}`);
  return [
    ...(/^#cloud-config\s*(\n|$)/.test(template) ? [] : ['The first line must be "#cloud-config".']),
    ...problems.slice(0, MAX_NAMED),
    ...ofNames.slice(0, MAX_NAMED),
  ];
}

/** The error message of `render`. Undefined if `render` succeeds. */
export function renderingProblem(render: () => string): string | undefined {
  try {
    render();
    return undefined;
  } catch (error) {
    if (error instanceof Misconfigured) return error.message;
    throw error;
  }
}
