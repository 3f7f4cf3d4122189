import { z } from 'zod';
import { record } from '../_core/record.ts';

export const user = record.extend({
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isStaff: z.boolean(),
  isSupport: z.boolean(),
  isActive: z.boolean(),
});
export type User = z.infer<typeof user>;

export const fullNameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
