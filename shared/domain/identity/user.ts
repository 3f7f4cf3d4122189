import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
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

export const userRecord = defineRecord({
  name: 'USER',
  title: 'User',
  schema: user,
  audit: {
    model: 'Core.User',
    title: 'User',
    nameOf: (facts) => textOf(facts, 'username') ?? '',
    placeOf: () => ({}),
    created: 'user_creation_succeeded',
    updated: ({ after, changed }) => {
      if (!changed.includes('isActive')) return 'user_update_succeeded';
      return after.isActive === true ? 'user_activated' : 'user_deactivated';
    },
    deleted: 'user_deletion_succeeded',
    fields: {
      username: 'shown',
      email: 'shown',
      firstName: 'shown',
      lastName: 'shown',
      isStaff: 'shown',
      isSupport: 'shown',
      isActive: 'shown',
    },
  },
});
