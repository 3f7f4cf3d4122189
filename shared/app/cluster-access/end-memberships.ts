import pMap from 'p-map';
import { changed } from '#shared/domain/_core/record';
import { mayGive, type RoleToGive } from '#shared/domain/cluster-access/grantable-role';
import { isWanted, type KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { User } from '#shared/domain/identity/user';
import type { Caller } from '#shared/domain/organizations/caller';
import { grantUuid, type RoleGrant } from '#shared/domain/organizations/role';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { soldProjects } from '../_core/whose-is.ts';
import { newOperation } from '../planning/order-deps.ts';
import { isMembershipOf, issuerOf } from './membership-holder.ts';

type RecordedNode =
  | 'access'
  | 'clusters'
  | 'users'
  | 'settings'
  | 'keycloakMemberships'
  | 'rancherProjects'
  | 'offerings'
  | 'resources'
  | 'outbox'
  | 'commit';
export type EndMembershipsDeps = {
  store: Pick<Store, RecordedNode>;
  clock: Clock;
  ids: Ids;
};

const AT_A_TIME = 8;

/** Lists the user's memberships in the customer or project of the role that ends. */
async function membershipsAt(deps: EndMembershipsDeps, user: User, ended: RoleGrant) {
  const { store } = deps;
  const { scopeType, scopeUuid } = ended;
  const at = scopeType === 'project' ? { projectUuid: scopeUuid } : { customerUuid: scopeUuid };
  const { items } = await store.keycloakMemberships.list({ visibility: 'all', ...at }, WHOLE_LIST, isWanted);
  const providers = [...new Set(items.map(({ settingsUuid }) => settingsUuid))];
  const issuers = new Map(
    await pMap(providers, async (uuid) => [uuid, issuerOf(await store.settings.find(uuid))] as const, {
      concurrency: AT_A_TIME,
    }),
  );
  const isUsers = await pMap(items, (it) => isMembershipOf(deps, it, user, issuers.get(it.settingsUuid)), {
    concurrency: AT_A_TIME,
  });
  return items.filter((_, index) => isUsers[index]);
}

/** Returns the memberships that must end, because none of the user's remaining roles allows them. */
async function resting(deps: EndMembershipsDeps, holder: Caller, memberships: KeycloakMembership[]) {
  const kept = await pMap(memberships, async (it) => mayGive(holder, it, await roleOfMembership(deps, it)), {
    concurrency: AT_A_TIME,
  });
  return memberships.filter((_, index) => !kept[index]);
}

/**
 * Called when a role ends. Ends the memberships that the user had only because of this role, in clusters of the role's
 * customer or project. Memberships that another role of the user allows are kept. Each ended membership is marked, and
 * an operation is created that removes the membership from Keycloak and Rancher. Call this before the role's row is
 * deleted. If the call fails, a repeated call then still finds the role and ends the remaining memberships.
 */
export async function endMemberships(
  deps: EndMembershipsDeps,
  user: User,
  ended: RoleGrant,
  correlationId: string,
): Promise<void> {
  const memberships = await membershipsAt(deps, user, ended);
  if (memberships.length === 0) return;
  const { grants } = await deps.store.access.of(user.uuid);
  const left = grants.filter((grant) => grantUuid(grant) !== grantUuid(ended));
  await markEnded(deps, await resting(deps, { user, grants: left }, memberships), correlationId);
}

/**
 * Marks memberships as ended. For each membership, the same transaction creates an operation that removes the
 * membership from Keycloak and Rancher.
 */
export async function markEnded(
  deps: Pick<EndMembershipsDeps, 'clock' | 'ids'> & { store: Pick<Store, 'keycloakMemberships' | 'outbox' | 'commit'> },
  memberships: readonly KeycloakMembership[],
  correlationId: string,
): Promise<void> {
  const { store, clock } = deps;
  await commitInChunks(store, memberships, (membership): Write[] => {
    const { uuid: membershipUuid, groupUuid, clusterUuid } = membership;
    const of = { machine: 'reconcile-membership', groupUuid, membershipUuid } as const;
    const revokedAt = clock.now().toISOString();
    return [
      store.keycloakMemberships.replace(changed(membership, clock.now(), { revokedAt, lastError: undefined })),
      store.outbox.insert(newOperation(deps, clusterUuid, correlationId, of)),
    ];
  });
}

/** Finds the role template of the membership's group. For a role in a project it also finds the recorded project. */
export async function roleOfMembership(
  { store }: { store: Pick<Store, 'clusters' | 'rancherProjects' | 'offerings' | 'resources'> },
  { settingsUuid, clusterUuid, scopeType, scopeUuid, role: name }: KeycloakMembership,
): Promise<RoleToGive> {
  if (scopeType === 'cluster') return { scopeType, name };
  const [cluster, project] = await Promise.all([
    store.clusters.find(clusterUuid),
    store.rancherProjects.find({ settingsUuid, clusterUuid, uuid: scopeUuid }),
  ]);
  if (cluster === undefined || project === undefined) return { scopeType, name };
  const isSold = (await soldProjects(store, cluster)).has(project.backendId);
  return { scopeType, name, project, isSold };
}
