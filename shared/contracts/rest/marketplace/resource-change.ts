import { z } from 'zod';
import { text } from '../_core/fields.ts';

/** A field that Waldur’s clients send and that has no effect here. It is refused, so that it is not lost unnoticed. */
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
    end_date: lacking('A resource has no end date. Order its termination at the wanted time.'),
  })
  .partial();
export const resourcePutBody = resourceChangeBody.required({ name: true });
