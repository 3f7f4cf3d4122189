import type { KeycloakUser } from '../realm.ts';

export const byUsername = (a: KeycloakUser, b: KeycloakUser): number => (a.username < b.username ? -1 : 1);

/** Fields that a user does not have are absent. */
export function briefUser(user: KeycloakUser) {
  const { id, username, firstName, lastName, email, emailVerified, enabled, createdTimestamp } = user;
  return {
    ...{ id, username },
    ...(firstName !== '' && { firstName }),
    ...(lastName !== '' && { lastName }),
    ...(email !== '' && { email }),
    ...{ emailVerified, enabled, createdTimestamp },
  };
}

export const wholeUser = (user: KeycloakUser) => ({
  ...briefUser(user),
  ...{ totp: false, disableableCredentialTypes: [], requiredActions: user.requiredActions, notBefore: user.notBefore },
});
