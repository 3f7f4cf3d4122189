import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { isValidAt } from '#shared/domain/_core/record';
import type { KeycloakMembership, MembershipHolder } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { namesOf, type User } from '#shared/domain/identity/user';
import { realmIssuer, type ServiceSettings } from '#shared/domain/providers/service-settings';
import type { Keycloak, KeycloakUser } from '#shared/ports/keycloak';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

const AT_A_TIME = 8;
type Deps = { store: Pick<Store, 'users' | 'access'>; clock: Clock };
/** The issuer of the tokens of a provider's realm. Undefined if the provider has no Keycloak. */
export const issuerOf = (settings: ServiceSettings | undefined): string | undefined =>
  settings?.type === 'Rancher' && settings.options.keycloak ? realmIssuer(settings.options.keycloak) : undefined;

/** Finds the user in Paddock who signs in with the subject of a membership. */
export async function holderUuidOf(
  { store }: { store: Pick<Store, 'users'> },
  { keycloakUserId, userUuid }: Pick<KeycloakMembership, 'keycloakUserId' | 'userUuid'>,
  issuer: string | undefined,
): Promise<Uuid | undefined> {
  if (userUuid !== undefined || keycloakUserId === undefined || issuer === undefined) return userUuid;
  return store.users.holderOfIdentity(issuer, keycloakUserId);
}

/**
 * Whether a membership is the user's. The subject decides if it is known who signs in with it. Otherwise all names of
 * the user are compared, in any case as in Keycloak, because access must end rather than stay with somebody unknown.
 */
export async function isMembershipOf(
  deps: { store: Pick<Store, 'users'> },
  membership: KeycloakMembership,
  user: User,
  issuer: string | undefined,
): Promise<boolean> {
  const holder = await holderUuidOf(deps, membership, issuer);
  if (holder !== undefined) return holder === user.uuid;
  if (membership.keycloakUserId !== undefined && issuer !== undefined && user.identity?.issuer === issuer) return false;
  return namesOf(user).has(membership.username.toLowerCase());
}

type Standing = { holder: MembershipHolder; isEnded: boolean };

/**
 * Finds out who holds a membership, and whether it has to end: because the user is deactivated, or has lost the last
 * role in the project and its customer. A membership of somebody who never had a role there stays.
 */
export async function standingOf(
  { store, clock }: Deps,
  membership: KeycloakMembership,
  issuer: string | undefined,
): Promise<Standing> {
  const { projectUuid, customerUuid, isHeldByRole = false } = membership;
  const userUuid = await holderUuidOf({ store }, membership, issuer);
  if (userUuid === undefined) return { holder: {}, isEnded: false };
  const { user, grants } = await store.access.of(userUuid);
  const hasRole = grants.some(
    (grant) => isValidAt(grant, clock.now()) && [projectUuid, customerUuid].includes(grant.scopeUuid),
  );
  return {
    holder: { userUuid, ...((hasRole || isHeldByRole) && { isHeldByRole: true }) },
    isEnded: user?.isActive !== true || (isHeldByRole && !hasRole),
  };
}

type Subject = Pick<KeycloakMembership, 'keycloakUserId' | 'username'>;

/** Finds the Keycloak user of a membership: by id once the id is known, and by name only before. */
export const findMember = (
  keycloak: Keycloak,
  { keycloakUserId, username }: Subject,
): Promise<KeycloakUser | undefined> =>
  keycloakUserId === undefined ? keycloak.findUser(username) : keycloak.findUserById(keycloakUserId);

/** Finds the Keycloak users of many memberships, as `findMember` does. Returns a function that looks a user up. */
export async function findMembers(
  keycloak: Keycloak,
  memberships: readonly Subject[],
): Promise<(of: Subject) => KeycloakUser | undefined> {
  const names = memberships.filter(({ keycloakUserId }) => keycloakUserId === undefined);
  const ids = memberships.flatMap(({ keycloakUserId }) => keycloakUserId ?? []);
  const byName = names.length > 0 ? await keycloak.findUsers(names.map(({ username }) => username)) : new Map();
  const found = await pMap(new Set(ids), (id) => keycloak.findUserById(id), { concurrency: AT_A_TIME });
  return lookUp([...byName.values(), ...found]);
}

/** Makes a function that finds the user of a membership among these users. */
export function lookUp(users: readonly (KeycloakUser | undefined)[]): (of: Subject) => KeycloakUser | undefined {
  const known = users.filter((user) => user !== undefined);
  const byId = new Map(known.map((user) => [user.id, user]));
  const byName = new Map(known.map((user) => [user.username.toLowerCase(), user]));
  return ({ keycloakUserId, username }) =>
    keycloakUserId === undefined ? byName.get(username.toLowerCase()) : byId.get(keycloakUserId);
}
