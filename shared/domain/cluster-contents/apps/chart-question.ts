import { z } from 'zod';

/** A YAML value that is read as text: `show_subquestion_if: true` means the same as `"true"`. */
const textOfScalar = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => value?.toString() ?? '');
const flag = z
  .union([z.boolean(), z.stringbool()])
  .nullish()
  .transform((value) => value ?? false);
const limit = z.coerce.number().optional().catch(undefined);

/**
 * Accepts both spellings of names: `show_if` as in `questions.yaml`, and `showIf` as in older charts and Rancher's API.
 */
const toCamelCase = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, of]) => [
          key.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
          of,
        ]),
      )
    : value;

const fields = {
  variable: z.string().min(1),
  label: textOfScalar,
  description: textOfScalar,
  type: textOfScalar.transform((type) => type || 'string'),
  required: flag,
  default: textOfScalar,
  group: textOfScalar,
  options: z.array(textOfScalar).catch([]).default([]),
  min: limit,
  max: limit,
  minLength: limit,
  maxLength: limit,
  /**
   * `validChars`: the characters that an answer may contain. `invalidChars`: the characters that it must not contain.
   */
  validChars: textOfScalar,
  invalidChars: textOfScalar,
  showIf: textOfScalar,
  showSubquestionIf: textOfScalar,
};
const plainQuestion = z.preprocess(toCamelCase, z.object(fields));

/** One question of a chart's `questions.yaml`. */
export const chartQuestion = z.preprocess(
  toCamelCase,
  z.object({ ...fields, subquestions: z.array(plainQuestion).catch([]).default([]) }),
);
export type ChartQuestion = z.infer<typeof chartQuestion>;
export type PlainQuestion = z.infer<typeof plainQuestion>;

/** Types of questions whose answers are secret. Secret answers are never shown. */
const SECRET_TYPES = ['password', 'secret'];
/** Values whose names match this pattern are secret, even if the chart has no question for them. */
const SECRET_NAME =
  /passw(or)?d|passphrase|pwd|secret|token|credential|dsn|kubeconfig|(private|api|access|client|signing|encryption)_?key/i;

export const allQuestions = (questions: readonly ChartQuestion[]): PlainQuestion[] =>
  questions.flatMap(({ subquestions, ...question }) => [question, ...subquestions]);

/** Whether an answer is secret. This depends on the type of its question, or on the name of its variable. */
export function isSecretAnswer(questions: readonly ChartQuestion[], variable: string): boolean {
  const question = allQuestions(questions).find((one) => one.variable === variable);
  return SECRET_TYPES.includes(question?.type ?? '') || SECRET_NAME.test(variable);
}
