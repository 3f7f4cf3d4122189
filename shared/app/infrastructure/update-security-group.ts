import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import {
  type ClusterSecurityGroup,
  cloudRule,
  type GroupRule,
} from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import { ruleChanges } from '#shared/domain/infrastructure/security-groups/rule-changes';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Invalid } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { setTenantQuotas } from './set-tenant-quotas.ts';

type Change = {
  uuidText: string;
  /** Parses the body. Called after all other checks. */
  rulesOf(group: ClusterSecurityGroup): GroupRule[];
};
type Deps = OrderDeps & Parameters<typeof pushSecurityGroup>[0];

/**
 * How long a change blocks other changes. No API function runs that long. So if a change is unfinished after this time,
 * it was interrupted.
 */
const UNDER_WAY_MS = 60_000;

/**
 * Finds the group and checks in the order of docs/spec/waldur-http.md#order-of-checks: 404, 403, 409, 405. While one
 * change is running, a second one is refused, because the clouds could get rules of both changes.
 */
async function changeableGroup(
  { store, clock, site }: Deps,
  caller: Caller,
  uuidText: string,
): Promise<ClusterSecurityGroup> {
  const seen = await getVisible(store.clusterSecurityGroups, 'ClusterSecurityGroup', uuidText, seenBy(caller));
  const group = await store.clusterSecurityGroups.get(seen.clusterUuid, seen.uuid);
  assertPermitted(caller, 'security_group.update', group);
  assertState(await store.clusters.get(group.clusterUuid), ['OK']);
  if (clock.now().getTime() - Date.parse(group.modified) < UNDER_WAY_MS) assertState(group, ['OK', 'ERRED']);
  assertNotReadOnly(site);
  return group;
}

/**
 * Writes the new rules into the tenant's row. Later steps create missing rules from this row. If the row still had the
 * old rules, these steps would create the old rules again.
 */
function withRules(tenant: ClusterTenant, { name, rules }: ClusterSecurityGroup, now: Date): ClusterTenant {
  const before = tenant.securityGroups.find((group) => group.name === name)?.rules.length ?? 0;
  const securityGroups = tenant.securityGroups.map((group) =>
    group.name === name ? { ...group, rules: rules.map(cloudRule) } : group,
  );
  const securityGroupRules = tenant.counts.securityGroupRules - before + rules.length;
  return changed(tenant, now, { securityGroups, counts: { ...tenant.counts, securityGroupRules } });
}

type Accepted = { group: ClusterSecurityGroup; tenants: ClusterTenant[] };

/** Records the new rules before any cloud is called, so that the rules are not lost when a cloud fails. */
async function accept(deps: Deps, caller: Caller, { uuidText, rulesOf }: Change): Promise<Accepted> {
  const { store, clock } = deps;
  const existing = await changeableGroup(deps, caller, uuidText);
  const group = changed(existing, clock.now(), { rules: rulesOf(existing), state: 'UPDATING' });
  const before = await store.clusterTenants.listByCluster(group.clusterUuid);
  const tenants = before.map((tenant) => withRules(tenant, group, clock.now()));
  await store.commit(
    store.clusterSecurityGroups.replace(group),
    ...tenants.map((tenant) => store.clusterTenants.replace(tenant)),
  );
  return { group, tenants };
}

type Lost = { tenant: ClusterTenant; error: Error };

/** Sends the rules to all tenants at the same time. A failing tenant does not stop the others. */
async function pushToAll(deps: Deps, { group, tenants }: Accepted): Promise<Lost[]> {
  const lost = await Promise.all(
    tenants.map(async (tenant): Promise<Lost[]> => {
      try {
        await pushSecurityGroup(deps, tenant, group);
        return [];
      } catch (error) {
        return [{ tenant, error: error instanceof Error ? error : new Error(String(error)) }];
      }
    }),
  );
  return lost.flat();
}

/**
 * Replaces the rules of a managed cluster's group, in the record and in every tenant. No state machine is needed,
 * because each cloud gets only a few requests, and all of them can be repeated. When a tenant fails, the group becomes
 * `ERRED` with the names of the failed tenants, and the error is thrown. Repeating the call completes the change.
 */
export async function updateSecurityGroup(deps: Deps, caller: Caller, change: Change): Promise<ClusterSecurityGroup> {
  const { store, clock } = deps;
  const accepted = await retryOnConflict(() => accept(deps, caller, change));
  const lost = await pushToAll(deps, accepted);
  const [first] = lost;
  const cause = lost.map(({ tenant, error }) => `Tenant ${tenant.name}: ${error.message}`).join(' ');
  const step = 'Replicating security group rules';
  const lastError = first && failureOf({ error: first.error.name, cause, step }, clock.now().toISOString());
  const ended = changed(accepted.group, clock.now(), { state: first ? 'ERRED' : 'OK', lastError });
  await store.commit(store.clusterSecurityGroups.replace(ended));
  if (first) throw first.error;
  return ended;
}

type PushDeps = {
  store: Pick<Store, 'tenants' | 'clusterTenants'>;
  openstack: Pick<OpenStackSessions, 'open' | 'admin'>;
  /**
   * Time limit for one cloud, in milliseconds. With the default, the API function still has time to record the result.
   */
  pushTimeoutMs?: number;
};
const PUSH_MS = 10_000;

/**
 * Raises the quota of a project that Paddock created. Old and new rules exist together for a short time and would
 * exceed the planned quota.
 */
async function widenQuota(deps: PushDeps, tenant: ClusterTenant, going: number): Promise<void> {
  if (tenant.made.projectId !== undefined) await setTenantQuotas(deps, tenant, going);
}

/**
 * Changes the rules of the group in one tenant. New rules are created before old rules are deleted. So traffic that
 * both the old and the new rules allow is never blocked.
 */
async function push(
  deps: PushDeps,
  tenant: ClusterTenant,
  { name, rules }: ClusterSecurityGroup,
  isLate: () => boolean,
) {
  const session = await deps.openstack.open(await deps.store.tenants.get(tenant.uuid));
  const id = tenant.made.securityGroupIds?.[name];
  const group = (await session.listSecurityGroups()).find((item) => item.id === id);
  if (!group) throw new Invalid([`Security group ${name} not found in tenant`]);
  const { missing, surplus } = ruleChanges(rules.map(cloudRule), group.rules);
  if (missing.length > 0 && !isLate()) await widenQuota(deps, tenant, surplus.length);
  const changes = [
    ...missing.map((rule) => () => session.createSecurityGroupRule(group.id, rule)),
    ...surplus.map(
      ({ id }) =>
        () =>
          session.deleteSecurityGroupRule(id),
    ),
  ];
  // No request is made after the time limit. By then the caller has got the error, and a late request could collide
  // with the caller's next call.
  for (const change of changes) if (!isLate()) await change();
}

/**
 * Makes a tenant's group have exactly the cluster's rules. Rules without a CIDR are kept, for example Neutron's default
 * rules. Safe to repeat. Throws Backend* errors, and BackendUnavailable at the time limit.
 */
const pushSecurityGroup = (deps: PushDeps, tenant: ClusterTenant, group: ClusterSecurityGroup): Promise<void> =>
  withTimeout(deps.pushTimeoutMs ?? PUSH_MS, (isLate) => push(deps, tenant, group, isLate));
