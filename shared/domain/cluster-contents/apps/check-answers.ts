import type { Answers } from './answer-values.ts';
import type { ChartQuestion, PlainQuestion } from './chart-question.ts';

type Answer = Answers[string];

/**
 * Evaluates a condition such as `a=b&&c!=d`. Each part compares an answer with a value, and all parts must be true.
 * Rancher's forms hide a question if its condition is false.
 */
function holds(condition: string, answerOf: (variable: string) => string): boolean {
  return condition
    .split('&&')
    .map((term) => term.trim())
    .filter((term) => term !== '')
    .every((term) => {
      const isUnequal = term.includes('!=');
      const [variable = '', wanted = ''] = term.split(isUnequal ? '!=' : '=').map((part) => part.trim());
      return (answerOf(variable) === wanted) !== isUnequal;
    });
}

/**
 * The questions that apply to these answers. A subquestion applies only if the answer to its main question is
 * `showSubquestionIf`.
 */
function askedQuestions(questions: readonly ChartQuestion[], answers: Answers): PlainQuestion[] {
  const defaults = new Map(
    questions.flatMap(({ subquestions, ...question }) =>
      [question, ...subquestions].map(({ variable, default: value }) => [variable, value] as const),
    ),
  );
  const answerOf = (variable: string): string => (answers[variable] ?? defaults.get(variable) ?? '').toString();
  const isShown = ({ showIf }: PlainQuestion): boolean => holds(showIf, answerOf);
  return questions.filter(isShown).flatMap(({ subquestions, ...question }) => {
    const { variable, showSubquestionIf } = question;
    const isOpen = showSubquestionIf === '' || answerOf(variable) === showSubquestionIf;
    return [question, ...(isOpen ? subquestions.filter(isShown) : [])];
  });
}

const INTEGER = /^[+-]?\d+$/;
const HOSTNAME = /^(\*\.)?([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)*[a-z0-9]([-a-z0-9]*[a-z0-9])?$/i;
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** Checks of an answer by the type of its question. A check returns the error, or undefined for a valid answer. */
const TYPE_PROBLEMS: Readonly<Record<string, (text: string) => string | undefined>> = {
  boolean: (text) => (['true', 'false'].includes(text) ? undefined : 'Must be true or false.'),
  int: (text) => (INTEGER.test(text) ? undefined : 'A valid integer is required.'),
  float: (text) => (isNumber(text) ? undefined : 'A valid number is required.'),
  hostname: (text) => (HOSTNAME.test(text) ? undefined : 'Enter a valid host name.'),
};

function rangeProblem({ type, min, max, minLength, maxLength }: PlainQuestion, text: string): string | undefined {
  if (['int', 'float'].includes(type)) {
    if (min !== undefined && Number(text) < min) return `Ensure this value is greater than or equal to ${min}.`;
    if (max !== undefined && Number(text) > max) return `Ensure this value is less than or equal to ${max}.`;
  }
  if (minLength !== undefined && text.length < minLength)
    return `Ensure this value has at least ${minLength} characters.`;
  if (maxLength !== undefined && maxLength > 0 && text.length > maxLength) {
    return `Ensure this value has at most ${maxLength} characters.`;
  }
  return undefined;
}

/**
 * Makes a function that says whether a chart allows a character. `characters` has the syntax inside the brackets of a
 * regular expression: `a-z0-9`. It is not run as a regular expression, because charts may come from anybody.
 */
function allowed(characters: string): (character: string) => boolean {
  const ranges: [from: string, to: string][] = [];
  const listed = characters.replaceAll('\\', '').replace(/^\[|\]$/g, '');
  for (let at = 0; at < listed.length; at += 1) {
    const from = listed[at] ?? '';
    const isRange = listed[at + 1] === '-' && at + 2 < listed.length;
    ranges.push([from, isRange ? (listed[at + 2] ?? from) : from]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to);
}

function charactersProblem({ validChars, invalidChars }: PlainQuestion, text: string): string | undefined {
  const isValid = validChars === '' ? () => true : allowed(validChars);
  const isInvalid = invalidChars === '' ? () => false : allowed(invalidChars);
  const bad = [...text].find((character) => !isValid(character) || isInvalid(character));
  return bad === undefined ? undefined : `The character ${JSON.stringify(bad)} is not allowed.`;
}

/** Returns the error of an answer. The error does not quote the answer, because the answer may be a secret. */
function problemOf(question: PlainQuestion, answer: Answer | undefined): string | undefined {
  const { type, required, options, default: usual } = question;
  if (answer === undefined || answer === null || answer === '') {
    const isMissing = required && (answer !== undefined || usual === '');
    return isMissing ? 'This field is required.' : undefined;
  }
  const text = answer.toString();
  if (type === 'enum' && options.length > 0 && !options.includes(text)) {
    return `Must be one of: ${options.join(', ')}.`;
  }
  return TYPE_PROBLEMS[type]?.(text) ?? rangeProblem(question, text) ?? charactersProblem(question, text);
}

/**
 * Errors of the answers to a chart's questions, by variable. An answer without a question is an ordinary value of the
 * chart and is not checked. A required answer may be left out if it has a default.
 * @param kept variables that already have an answer and need no new one, such as secret answers, which clients cannot
 * send again
 */
export function answerProblems(
  questions: readonly ChartQuestion[],
  answers: Answers,
  kept: readonly string[] = [],
): Record<string, string[]> {
  const problems = askedQuestions(questions, answers).flatMap((question): [string, string[]][] => {
    const { variable } = question;
    if (answers[variable] === undefined && kept.includes(variable)) return [];
    const problem = problemOf(question, answers[variable]);
    return problem === undefined ? [] : [[variable, [problem]]];
  });
  return Object.fromEntries(problems);
}
