import { z } from 'zod';
import { text } from '../_core/fields.ts';

/** Waldur’s clients can send it: what would be lost silently is refused. */
const lacking = (message: string) =>
  z
    .union([z.null(), z.literal('')], { error: () => message })
    .optional()
    .meta({ description: message, examples: [null] });

export const resourceChangeBody = z
  .object({
    name: text(150).meta({
      description: 'Name in the marketplace; the cluster keeps its own.',
      examples: ['Web shop'],
    }),
    description: lacking('A resource has no description: change that of the cluster.'),
    end_date: lacking('A resource has no end date: order its termination when it is to end.'),
  })
  .partial();
export const resourcePutBody = resourceChangeBody.required({ name: true });
