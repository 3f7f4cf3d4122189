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
  /**
   * The person at the identity provider. Issuer and subject identify the person. The name there may differ from
   * `username`, because another user has that name here, or because the name there has changed. Undefined until the
   * user signs in through an identity provider.
   */
  identity: z.object({ issuer: z.string(), subject: z.string(), username: z.string() }).optional(),
});
export type User = z.infer<typeof user>;

export const fullNameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** All names of the user, here and at the identity provider, in lower case. */
export const namesOf = ({ username, identity }: Pick<User, 'username' | 'identity'>): ReadonlySet<string> =>
  new Set([username, identity?.username ?? username].map((name) => name.toLowerCase()));

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
      identity: 'detail',
    },
  },
});
