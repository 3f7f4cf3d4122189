import { z } from 'zod';
import { answersSchema } from '#shared/domain/cluster-contents/apps/answer-values';

/** Far more than forms ask, and less than a row takes with the answers of two versions. */
const MOST_BYTES = 60_000;

/** Answers to a chart's questions. Other names are values of the chart. */
export const answersField = () =>
  z
    .preprocess((value) => value ?? {}, answersSchema)
    .refine((answers) => JSON.stringify(answers).length <= MOST_BYTES, {
      error: `Ensure the answers have at most ${MOST_BYTES} characters as JSON.`,
    })
    .meta({
      description:
        'Answers to the questions of the chart’s version, by `variable`. Other names are values of the chart, with dots between their parts. Null removes a value.',
      examples: [{ hostname: 'shop.example.org', replicas: 2 }],
    });
