import { z } from 'zod';
import { MAX_AMOUNT, mapOf, verbatim } from '../_core/fields.ts';

/**
 * Maximum length of the answers as JSON. With this limit, the answers of two versions fit into one row. Usual answers
 * are much shorter.
 */
const MAX_LENGTH = 60_000;
const MAX_ANSWERS = 500;
/** Maximum length of a variable. Each dot in it is a level of the chart's values. */
const MAX_KEY = 500;
const answer = z.union([verbatim(MAX_LENGTH), z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT), z.boolean(), z.null()]);

/**
 * Answers to the questions of a chart. An answer that belongs to no question sets the chart's value with the same name.
 */
export const answersField = () =>
  z
    .preprocess((value) => value ?? {}, mapOf(z.string().max(MAX_KEY), answer, MAX_ANSWERS))
    .refine((answers) => JSON.stringify(answers).length <= MAX_LENGTH, {
      error: `Ensure the answers have at most ${MAX_LENGTH} characters as JSON.`,
    })
    .meta({
      description:
        'Answers to the questions of the chart’s version. The key of an answer is the `variable` of its question. Any other key sets the Helm value of this name, such as `database.enabled`. Null removes a value.',
      examples: [{ hostname: 'shop.example.org', replicas: 2 }],
    });
