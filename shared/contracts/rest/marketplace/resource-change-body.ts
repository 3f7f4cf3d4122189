import { z } from 'zod';
import { END_DATE, endDate } from '../_core/end-date.ts';
import { text } from '../_core/fields.ts';

/**
 * A field that Waldur’s clients send and that Paddock does not have. It must be null or empty. If Paddock ignored other
 * values, users would not notice that the field has no effect.
 */
const lacking = (message: string) =>
  z
    .union([z.null(), z.literal('')], { error: () => message })
    .optional()
    .meta({ description: message, examples: [null] });

export const resourceChangeBody = z
  .object({
    name: text(150).meta({
      description: 'Name in the marketplace. The cluster keeps its own name.',
      examples: ['Web shop'],
    }),
    description: lacking('A resource has no description. Change the description of the cluster.'),
    end_date: endDate()
      .optional()
      .meta({ description: END_DATE, examples: ['2099-12-31'] }),
  })
  .partial();
export const resourcePutBody = resourceChangeBody.required({ name: true });
