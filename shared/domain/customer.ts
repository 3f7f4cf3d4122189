import { z } from 'zod';
import { uuid } from './identifier.ts';
import { record } from './record.ts';

/** An organisation; projects, offerings and orders belong to one. */
export const customer = record.extend({ name: z.string(), abbreviation: z.string() });
export type Customer = z.infer<typeof customer>;

export const project = record.extend({
  name: z.string(),
  description: z.string(),
  customerUuid: uuid,
  /** Kept beside the uuid so that a list page needs no second read. */
  customerName: z.string(),
});
export type Project = z.infer<typeof project>;
