import { followClaims, userOfIdentity } from '#shared/app/identity/authenticate';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { type KeystoneRole, keystoneRoleOf } from '#shared/domain/cluster-api/keystone-role';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import type { RoleName } from '#shared/domain/organizations/role';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStackSettings } from '#shared/domain/providers/service-settings';
import { Misconfigured, NotAllowed, NotFound, Unauthenticated } from '#shared/errors';
import type { KeystoneIdentity, KeystoneTokens } from '#shared/ports/openstack/keystone-tokens';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type MagnumCallerDeps = {
  store: Pick<Store, 'settings' | 'tenants' | 'projects' | 'users' | 'commit'>;
  keystoneTokens: KeystoneTokens;
  clock: Clock;
  ids: Ids;
};
/** The user of Keystone to whom a token belongs, and the tenant of the Keystone project that the token is for. */
export type MagnumCaller = { caller: Caller; tenant: Tenant; project: Project; role: KeystoneRole };

/**
 * The Paddock role that a caller gets in the project for each Keystone role. `CUSTOMER.OWNER` is granted for this
 * project only. With this role, the caller can approve the project's orders, and can reach nothing else of the
 * customer.
 */
const IN_PADDOCK: Readonly<Record<KeystoneRole, RoleName>> = {
  reader: 'PROJECT.MEMBER',
  member: 'PROJECT.MANAGER',
  manager: 'CUSTOMER.OWNER',
};

/**
 * Makes a caller with one grant, for the role of the token. The grant is made again at each call and is never stored,
 * so it ends when the user loses the role in Keystone.
 */
export function callerWith(
  user: Caller['user'],
  { uuid: scopeUuid, customerUuid }: Project,
  role: KeystoneRole,
  now: Date,
): Caller {
  const at = { scopeType: 'project' as const, scopeUuid, customerUuid };
  return { user, grants: [{ userUuid: user.uuid, role: IN_PADDOCK[role], ...at, created: now.toISOString() }] };
}

/** Finds the cloud by the uuid in a path. Throws NotFound if the uuid belongs to no cloud. */
export async function magnumCloud(
  { store }: Pick<MagnumCallerDeps, 'store'>,
  uuidText: string,
): Promise<OpenStackSettings> {
  const uuid = parseUuid(uuidText);
  if (uuid === undefined) throw new NotFound('There is no such cloud.');
  try {
    return await cloudSettingsOf({ store }, uuid);
  } catch (error) {
    if (error instanceof NotFound || error instanceof Misconfigured) throw new NotFound('There is no such cloud.');
    throw error;
  }
}

/** The cloud's tenant for a Keystone project. A project in another cloud may have the same id. */
async function tenantOf({ store }: MagnumCallerDeps, cloudUuid: Uuid, projectId: string): Promise<Tenant | undefined> {
  const isSame = ({ settingsUuid, backendId }: Tenant) => settingsUuid === cloudUuid && backendId === projectId;
  const where = { backend_id: [projectId] };
  const { items } = await store.tenants.list({ visibility: 'all', where }, WHOLE_LIST, isSame);
  return items.length === 1 ? items[0] : undefined;
}

/**
 * Finds or creates Paddock's user for the Keystone user. Orders and events name Paddock's user, and staff can
 * deactivate this user.
 */
async function userOf(deps: MagnumCallerDeps, cloudUuid: Uuid, identity: KeystoneIdentity) {
  const { userId, userName, userDomainName } = identity;
  const named = { username: `${userName}@${userDomainName}`, nameAtProvider: userName };
  const keystone = {
    issuer: `keystone/${cloudUuid}`,
    subject: userId,
    ...named,
    email: '',
    firstName: '',
    lastName: '',
  };
  const user = await deps.store.users.find(await userOfIdentity(deps, keystone));
  if (!user?.isActive) throw new Unauthenticated('User inactive or deleted.');
  return followClaims(deps, user, keystone);
}

const NO_TENANT = 'Paddock knows no tenant for this project.';
const NO_ROLE = 'None of the roles reader, member, manager and admin is in the token.';

/**
 * Finds the caller of Magnum's API by a token of Keystone. The caller has only the rights of the token's roles, and
 * only in the project of the tenant (docs/decisions/0099-a-token-of-keystone-acts-in-one-project.md). Throws
 * UnknownCredential and Unauthenticated, and NotAllowed if no tenant or no role fits the token.
 */
export async function magnumCaller(
  deps: MagnumCallerDeps,
  cloud: OpenStackSettings,
  token: string | undefined,
): Promise<MagnumCaller> {
  if (!token) throw new Unauthenticated('The request you have made requires authentication.');
  const identity = await deps.keystoneTokens.verify(cloud, token);
  const tenant = await tenantOf(deps, cloud.uuid, identity.projectId);
  if (tenant === undefined) throw new NotAllowed(NO_TENANT);
  const role = keystoneRoleOf(identity.roles);
  if (role === undefined) throw new NotAllowed(NO_ROLE);
  const [project, user] = await Promise.all([
    deps.store.projects.get(tenant.projectUuid),
    userOf(deps, cloud.uuid, identity),
  ]);
  return { caller: callerWith(user, project, role, deps.clock.now()), tenant, project, role };
}
