import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import {
  isManagementGroupOf,
  type ManagementGroup,
  newManagementGroup,
} from '#shared/domain/clusters/management-security-group';
import { ruleChanges } from '#shared/domain/infrastructure/security-groups/rule-changes';
import type { SecurityRule } from '#shared/domain/infrastructure/security-groups/security-rules';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Tenant } from '#shared/domain/planning/tenant';
import { Conflict, Invalid } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

type Deps = {
  store: Pick<Store, 'clusters' | 'settings' | 'tenants' | 'commit'>;
  openstack: Pick<OpenStackSessions, 'open'>;
  clock: Clock;
  site: SiteSettings;
};
type Wanted = {
  uuidText: string;
  /** Parses the body. Called after all other checks. */
  parseRules(port: number): SecurityRule[];
};
type Accepted = { cluster: Cluster; group: ManagementGroup; tenant: Tenant; rules: SecurityRule[] };

/** Time limit for calls to the cloud, in milliseconds. It leaves the API function enough time to answer. */
const CREATE_MS = 10_000;
const NO_TENANT = 'Management tenant is not set.';
const THERE_ALREADY = 'Management security group already exists.';

/**
 * The tenant of the security group. If an interrupted call has recorded a tenant, that tenant is used, even if the
 * provider names another tenant now.
 */
async function tenantFor({ store }: Deps, { managementSecurityGroup }: Cluster, named?: Uuid): Promise<Tenant> {
  const uuid = managementSecurityGroup?.tenantUuid ?? named;
  const tenant = uuid === undefined ? undefined : await store.tenants.find(uuid);
  if (tenant === undefined) throw new Invalid([NO_TENANT]);
  return tenant;
}

/**
 * Checks for the errors 404, 403, 400, 409, 405 and 400, in this order. The first 400 means that there is no management
 * tenant (docs/spec/waldur-http.md#rancher). The group is recorded before the cloud is called. So a deletion of the
 * cluster finds the group even if the cloud's answer was lost.
 */
async function accept(deps: Deps, caller: Caller, { uuidText, parseRules }: Wanted): Promise<Accepted> {
  const { store, site, clock } = deps;
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.create_management_security_group', cluster);
  const { options } = await rancherSettingsOf(deps, cluster.settingsUuid);
  const tenant = await tenantFor(deps, cluster, options.managementTenantUuid);
  assertState(cluster, ['OK']);
  assertNotReadOnly(site);
  if (cluster.managementSecurityGroup?.backendId) throw new Invalid([THERE_ALREADY]);
  const rules = parseRules(options.managementTenantAccessPort);
  const group = { tenantUuid: tenant.uuid, cloudUuid: tenant.settingsUuid, backendId: '' };
  if (cluster.managementSecurityGroup === undefined) {
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { managementSecurityGroup: group })));
  }
  return { cluster, group, tenant, rules };
}

/**
 * Finds the group of an interrupted call or creates a group. Then creates missing rules and deletes surplus rules.
 * Rules without an address are left as they are.
 */
async function ensureGroup(session: OpenStack, { cluster, rules }: Accepted, isLate: () => boolean): Promise<string> {
  const existing = (await session.listSecurityGroups()).find((item) => isManagementGroupOf(cluster.uuid, item));
  const group = existing ?? (await session.createSecurityGroup(newManagementGroup(cluster)));
  const { missing, surplus } = ruleChanges(rules, group.rules);
  for (const rule of missing) if (!isLate()) await session.createSecurityGroupRule(group.id, rule);
  for (const { id } of surplus) if (!isLate()) await session.deleteSecurityGroupRule(id);
  return group.id;
}

/**
 * Records the created group. Deletes the group again if a concurrent call has recorded another group. Also deletes the
 * group if the cluster is being deleted, because the deletion may already have listed the groups.
 */
async function keep({ store, clock }: Deps, session: OpenStack, { cluster, group }: Accepted, backendId: string) {
  const made = { ...group, backendId };
  return retryOnConflict(async () => {
    const current = await store.clusters.find(cluster.uuid);
    const kept = current?.managementSecurityGroup?.backendId;
    if (kept === backendId) return made;
    if (current?.state !== 'OK' || kept) {
      await session.deleteSecurityGroup(backendId);
      throw kept ? new Invalid([THERE_ALREADY]) : new Conflict('Valid states for operation: OK.');
    }
    await store.commit(store.clusters.replace(changed(current, clock.now(), { managementSecurityGroup: made })));
    return made;
  });
}

/**
 * Creates the security group for managing a cluster, in the tenant that the provider names. The few requests to the
 * cloud are made during the API call. A repeated call completes an interrupted call. Throws Backend* errors.
 */
export async function createManagementGroup(deps: Deps, caller: Caller, wanted: Wanted): Promise<ManagementGroup> {
  const accepted = await retryOnConflict(() => accept(deps, caller, wanted));
  return withTimeout(CREATE_MS, async (isLate) => {
    const session = await deps.openstack.open(accepted.tenant);
    return keep(deps, session, accepted, await ensureGroup(session, accepted, isLate));
  });
}
