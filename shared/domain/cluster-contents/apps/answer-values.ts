import { z } from 'zod';
import { documentText } from '../../_core/text/plain-text.ts';
import type { ChartQuestion, PlainQuestion } from './chart-question.ts';
import { allQuestions, isSecretAnswer } from './chart-question.ts';

const scalar = z.union([documentText(), z.number(), z.boolean(), z.null()]);
/** A chart's values by their dotted names: `{"database.enabled": true}`. */
export const answersSchema = z.record(z.string(), scalar);
export type Answers = z.infer<typeof answersSchema>;
type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The parts of a dotted name. As in `helm --set`, a dot after a backslash is a character of the name and separates
 * nothing.
 */
const partsOf = (variable: string): string[] => variable.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));

function withValue(values: Values, [first = '', ...rest]: string[], value: unknown): Values {
  if (rest.length === 0) return { ...values, [first]: value };
  const inner = Object.hasOwn(values, first) ? values[first] : undefined;
  return { ...values, [first]: withValue(isValues(inner) ? inner : {}, rest, value) };
}

function withoutValue(values: Values, [first = '', ...rest]: string[]): Values {
  const inner = Object.hasOwn(values, first) ? values[first] : undefined;
  const { [first]: _removed, ...others } = values;
  if (rest.length === 0 || !isValues(inner)) return rest.length === 0 ? others : values;
  const left = withoutValue(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...values, [first]: left };
}

/** Waldur's clients send every answer as text. If the chart asks for a number or a boolean, the text is converted. */
function typed(answer: Answers[string], question: PlainQuestion | undefined): unknown {
  if (typeof answer !== 'string') return answer;
  if (question?.type === 'boolean') return answer === 'true';
  if (['int', 'float'].includes(question?.type ?? '')) return Number(answer);
  return answer;
}

/** Adds answers to existing values, in the nested form that Helm needs. An answer of null removes a value. */
export function valuesOf(questions: readonly ChartQuestion[], answers: Answers, over: Values = {}): Values {
  const asked = new Map(allQuestions(questions).map((question) => [question.variable, question]));
  return Object.entries(answers).reduce(
    (values, [variable, answer]) =>
      answer === null
        ? withoutValue(values, partsOf(variable))
        : withValue(values, partsOf(variable), typed(answer, asked.get(variable))),
    over,
  );
}

/** The values of an installation, except the values of the given variables. */
export const valuesWithout = (values: Values, variables: readonly string[]): Values =>
  variables.reduce((left, variable) => withoutValue(left, partsOf(variable)), values);

/**
 * Splits answers into those that can be shown and those that are secret. `secretNames` names the secret answers that
 * have a value. A secret answer of null has none, because it removes a value.
 */
export function splitAnswers(questions: readonly ChartQuestion[], answers: Answers) {
  const entries = Object.entries(answers);
  const secrets = entries.filter(([variable]) => isSecretAnswer(questions, variable));
  return {
    shown: Object.fromEntries(entries.filter(([variable]) => !isSecretAnswer(questions, variable))),
    secrets: Object.fromEntries(secrets),
    secretNames: secrets.filter(([, answer]) => answer !== null).map(([variable]) => variable),
  };
}
