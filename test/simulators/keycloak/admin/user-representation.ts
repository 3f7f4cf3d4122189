import { z } from 'zod';
import type { Representation } from './representation.ts';

const credential = z.looseObject({
  type: z.string().optional(),
  value: z.string().optional(),
  temporary: z.boolean().nullish(),
});
const simulated = z.object({
  id: z.string().optional(),
  username: z.string().optional(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  emailVerified: z.boolean().optional(),
  enabled: z.boolean().optional(),
  createdTimestamp: z.number().optional(),
  requiredActions: z.array(z.string()).optional(),
  credentials: z.array(credential).optional(),
  groups: z.array(z.string()).optional(),
});
export type UserForm = z.infer<typeof simulated>;

/** Attributes that are not in the profile are silently dropped. */
export const userRepresentation: Representation<typeof simulated.shape> = {
  kind: 'UserRepresentation',
  simulated,
  kept: {},
  fixed: { federatedIdentities: [], clientConsents: [], socialLinks: [] },
  unread: [
    ...['attributes', 'realmRoles', 'clientRoles', 'applicationRoles', 'access', 'self', 'origin', 'totp'],
    ...['disableableCredentialTypes', 'notBefore', 'userProfileMetadata', 'federationLink', 'serviceAccountClientId'],
    'verifiableCredentials',
  ],
};

const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/** A temporary password has to be changed at the next sign-in. */
export const passwordIn = ({ value, temporary }: z.infer<typeof credential>, actions: readonly string[]) => ({
  password: value ?? null,
  requiredActions: temporary
    ? [...new Set([...actions, UPDATE_PASSWORD])]
    : actions.filter((it) => it !== UPDATE_PASSWORD),
});

export const newPassword = credential;
