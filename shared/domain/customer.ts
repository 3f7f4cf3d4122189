import { z } from 'zod';
import { record } from './record.ts';

/** An organisation; projects, offerings and orders belong to one. */
export const customer = record.extend({ name: z.string(), abbreviation: z.string() });
export type Customer = z.infer<typeof customer>;
