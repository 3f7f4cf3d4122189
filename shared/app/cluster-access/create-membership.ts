import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import { assertAccessible, assertMayGive } from '#shared/domain/cluster-access/grantable-role';
import { type KeycloakGroup, newGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { type KeycloakMembership, newMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Mail } from '#shared/domain/mail/mail';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { RancherRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import { Invalid, noObject } from '#shared/errors';
import type { Write } from '#shared/ports/store';
import { assertCount } from '../_core/assert-room.ts';
import { mayMail } from '../_core/count-unconfirmed-mail.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { soldProjects } from '../_core/whose-is.ts';
import { newOperation, type RecordDeps } from '../planning/order-deps.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type NewMembership = { username: string; email: string; roleUuid: string; scopeUuid: string };

/**
 * Maximum number of attempts to add a member. Concurrent calls write the record of the same group. At each attempt one
 * write succeeds, and the other calls try again.
 */
const ATTEMPTS = 20;

/** Words for the two kinds of scope in Waldur's error texts (docs/spec/access.md#memberships). */
const SCOPE_WORDS = { cluster: 'Cluster', project: 'Project' } as const;
const noScope = (scopeType: RancherRoleTemplate['scopeType'], uuid: string) =>
  new Invalid({ scope_uuid: [`${SCOPE_WORDS[scopeType]} with UUID ${uuid} does not exist.`] });

type Where = {
  role: RancherRoleTemplate;
  cluster: Cluster;
  scope: { uuid: string; name: string };
  /** The project in Rancher, if the role is for a project. */
  project: RancherProject | undefined;
};

/**
 * Finds the role, and the cluster or project, that the request body names. The kind of the role decides whether the
 * scope is a cluster or a project. Throws Invalid for an object that the caller cannot see.
 */
async function placeOf({ store }: RecordDeps, caller: Caller, { roleUuid, scopeUuid }: NewMembership): Promise<Where> {
  const role = await store.roleTemplates.findByUuid(roleUuid);
  if (role === undefined) throw noObject('role');
  const project = role.scopeType === 'project' ? await store.rancherProjects.findByUuid(scopeUuid) : undefined;
  const clusterUuid = role.scopeType === 'project' ? project?.clusterUuid : scopeUuid;
  const cluster = clusterUuid === undefined ? undefined : await store.clusters.find(clusterUuid);
  if (cluster === undefined || !canSee(caller, cluster)) throw noScope(role.scopeType, scopeUuid);
  return { role, cluster, scope: project ?? cluster, project };
}

/**
 * Checks that the caller may add a member with this role, and that the provider can grant the role. Throws NotAllowed,
 * Conflict, ReadOnlyMode and Invalid.
 */
async function assertGrantable({ store, site }: RecordDeps, caller: Caller, { cluster, role, project }: Where) {
  assertPermitted(caller, 'membership.create', cluster);
  const isSold = project !== undefined && (await soldProjects(store, cluster)).has(project.backendId);
  assertMayGive(caller, cluster, { scopeType: role.scopeType, name: role.name, project, isSold });
  assertAccessible(cluster);
  assertNotReadOnly(site);
  if (role.settingsUuid !== cluster.settingsUuid) {
    throw new Invalid({ role: ['The role template and the cluster belong to different providers.'] });
  }
  const { options } = await rancherSettingsOf({ store }, cluster.settingsUuid);
  if (!options.keycloak) throw new Invalid({ scope_uuid: ['The provider of the cluster has no Keycloak.'] });
  const { groupNames = 'long', syncFrequency } = options.keycloak;
  return { style: groupNames, rancherUrl: options.backendUrl, syncFrequency };
}

/**
 * Every e-mail explains the first sign-in, because the e-mail is written before anybody checks whether Keycloak has the
 * user (S0-128).
 */
const mailTo = (
  { uuid, email, scopeName }: KeycloakMembership,
  { displayName, scopeType }: RancherRoleTemplate,
  { rancherUrl, syncFrequency }: { rancherUrl: string; syncFrequency: number },
): Mail => ({
  key: `keycloak-membership/${uuid}`,
  to: email,
  template: 'keycloak-membership',
  values: {
    role: displayName,
    scopeType: SCOPE_WORDS[scopeType],
    scope: scopeName,
    rancherUrl,
    activeWithinMinutes: String(syncFrequency),
  },
});

type InGroup = { group: KeycloakGroup; write: Write };

/**
 * Finds or creates the group's record, and writes it in both cases. Because of this write, a concurrent deletion of the
 * empty group fails with a conflict.
 */
async function groupOf(
  { store, clock, ids }: RecordDeps,
  { cluster, scope, role }: Where,
  style: 'long' | 'short',
): Promise<InGroup> {
  const groups = await store.keycloakGroups.listByCluster({ ...cluster, clusterUuid: cluster.uuid });
  const found = groups.find((group) => group.scopeUuid === scope.uuid && group.role === role.name);
  if (found) {
    const group = changed(found, clock.now(), {});
    return { group, write: store.keycloakGroups.replace(group) };
  }
  const group = newGroup(cluster, scope, role, { id: ids.uuid(), now: clock.now(), style });
  return { group, write: store.keycloakGroups.insert(group) };
}

/**
 * Gives a user access to a cluster or to one of its projects (docs/spec/access.md#memberships). One transaction writes
 * the group, the membership, the e-mail, and the operation for Keycloak and Rancher. The transaction fails when the
 * cluster has changed, because a cluster that is being deleted accepts no members. Throws Invalid, NotAllowed,
 * Conflict, ReadOnlyMode.
 */
export async function createMembership(
  deps: RecordDeps,
  caller: Caller,
  wanted: NewMembership,
  correlationId: string,
): Promise<KeycloakMembership> {
  const { store, clock, ids } = deps;
  let mails: Write[] | undefined;
  return retryOnConflict(async () => {
    const where = await placeOf(deps, caller, wanted);
    const { role, cluster } = where;
    const provider = await assertGrantable(deps, caller, where);
    const { group, write } = await groupOf(deps, where, provider.style);
    assertCount('keycloakMemberships', (await store.keycloakMemberships.listByGroup(group)).length);
    const membership = newMembership(group, wanted, { id: ids.uuid(), now: clock.now() });
    mails ??= (await mayMail(deps, caller.user.uuid, wanted.email))
      ? [store.mails.insert(mailTo(membership, role, provider))]
      : [];
    const of = { machine: 'reconcile-membership', groupUuid: group.uuid, membershipUuid: membership.uuid } as const;
    await store.commit(
      store.keycloakMemberships.insert(membership),
      store.clusters.assertUnchanged(cluster),
      write,
      ...mails,
      store.outbox.insert(newOperation(deps, cluster.uuid, correlationId, of)),
    );
    return membership;
  }, ATTEMPTS);
}
