import { z } from 'zod';
import { record } from '../_core/record.ts';
import { withSlug } from '../_core/text/slug.ts';

/** An organisation; projects, offerings and orders belong to one. */
export const customer = withSlug(record.extend({ name: z.string(), slug: z.string(), abbreviation: z.string() }));
export type Customer = z.infer<typeof customer>;
