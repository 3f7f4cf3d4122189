import { SYNC_JOBS, type SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';
import { type SyncCost, startAccessWorld } from './access-world.ts';
import { type AccessSize, seedGroups, seedMembers, seedRoles, totalsOf } from './seed-access.ts';
import { seedAccounts } from './seed-accounts.ts';

const FULL: AccessSize = { clusters: 200, users: 1_000, membersPerGroup: 10, followed: 10, accounts: 1_000 };
const SMALL: AccessSize = { clusters: 2, users: 10, membersPerGroup: 2, followed: 1, accounts: 2 };
const PAGE = 100;
const LOGIN = 1;
/** A list ends with a page that is not full. A list of full pages needs one more, empty page. */
const pages = (items: number): number => Math.floor(items / PAGE) + 1;
/** Objects in a page of a Rancher list. Rancher reports the total, so the client never requests an empty page. */
const RANCHER_PAGE = 500;
const rancherPages = (items: number): number => Math.ceil(items / RANCHER_PAGE);
/**
 * The most requests that a job may make if nothing has changed: a login, and the pages of the lists that it compares.
 */
function mostRequests(size: AccessSize): Record<SyncJob, number> {
  const { groups, memberships, allGroups } = totalsOf(size);
  return {
    sync_keycloak_users: 0,
    // One request for the list of roles, and one request for the list of the clusters' projects.
    sync_rancher_roles: 2,
    // One request each for Rancher's identity, for the clusters, and for their Kubernetes objects.
    sync_importable_clusters: 3,
    delete_leftover_keycloak_groups: LOGIN + pages(allGroups),
    // Keycloak lists members only per group. All groups have the same number of members.
    delete_leftover_keycloak_memberships: LOGIN + groups * pages(memberships / groups),
    // One list of role bindings in clusters, and one list of role bindings in projects.
    sync_rancher_group_bindings: 2 * rancherPages(groups),
    // The bench's provider has no global catalogs.
    sync_global_catalogs: 0,
    // The provider has no projects in shared clusters.
    sync_project_members: 0,
    sync_project_usages: 0,
    // The provider has no remote Waldur.
    serve_remote_orders: 0,
    sync_remote_resources: 0,
    report_remote_usages: 0,
    // One list of the accounts.
    end_cluster_access: rancherPages(size.accounts),
    sync_rancher_users: 2 * rancherPages(size.accounts) + rancherPages(groups + size.accounts) + rancherPages(groups),
  };
}

const accountsIn = ({ accounts }: AccessSize): string => `${accounts.toLocaleString('en')} accounts in Rancher`;
function groupsIn(size: AccessSize): string {
  const { groups, memberships } = totalsOf(size);
  return `${groups.toLocaleString('en')} groups, ${memberships.toLocaleString('en')} memberships`;
}

const requestsFigure = (size: AccessSize, job: SyncJob, { requests }: SyncCost): Figure => ({
  name: `${job === 'sync_rancher_users' ? accountsIn(size) : groupsIn(size)}, nothing changed: requests of ${job}`,
  value: requests,
  unit: 'requests per pass',
  atMost: mostRequests(size)[job],
  ...(job === 'delete_leftover_keycloak_memberships' && { waldur: '3 per membership' }),
});

async function measureAccess(context: BenchContext): Promise<Figure[]> {
  const { progress, isSmall } = context;
  const size = isSmall ? SMALL : FULL;
  const name = groupsIn(size);
  const world = await startAccessWorld(context, size);
  progress('making clusters, groups and role bindings');
  const groups = await seedGroups(world.seeded, await seedRoles(world.rancherAccount, world.seeded.rancher));
  progress('making users and members');
  await seedMembers(world.seeded, groups);
  progress('making accounts');
  await seedAccounts(world.seeded, world.store);
  await world.pass('sync_rancher_roles');
  // The first run of these jobs also records the time of the run, and which Rancher the provider uses. A second run
  // soon afterwards does not. So the first run is not measured.
  await world.pass('sync_keycloak_users');
  await world.pass('sync_rancher_users');

  const costs: [SyncJob, SyncCost][] = [];
  for (const job of SYNC_JOBS) {
    const cost = await world.pass(job);
    progress(`${job}: ${cost.requests} requests, ${cost.seconds.toFixed(1)} s`);
    costs.push([job, cost]);
  }
  const writes = costs.reduce((sum, [, cost]) => sum + cost.backendWrites + cost.recordWrites, 0);
  const members = costs.find(([job]) => job === 'delete_leftover_keycloak_memberships')?.[1];
  const changedOne = await costOfOneChange(world);
  return [
    ...costs.map(([job, cost]) => requestsFigure(size, job, cost)),
    {
      name: `${name}, nothing changed: writes of all six jobs`,
      ...{ value: writes, unit: 'writes', atMost: 0 },
      note: 'to Keycloak, to Rancher and to records; each pass takes a lease and gives it back, two writes of the table',
    },
    {
      name: `${name}, one member taken out by hand: writes`,
      ...{ value: changedOne.backendWrites + changedOne.recordWrites, unit: 'writes', atMost: 1 },
    },
    { name: `${name}: a pass over all members`, value: members?.seconds ?? 0, unit: 's', note: 'against simulators' },
  ];
}

async function costOfOneChange({ store, provider, keycloak, pass }: Awaited<ReturnType<typeof startAccessWorld>>) {
  const [membership] = await store.keycloakMemberships.listByProvider(provider.uuid);
  if (!membership) throw new Error('nobody is a member');
  const { settingsUuid, clusterUuid, groupUuid, keycloakUserId = '' } = membership;
  const group = await store.keycloakGroups.get({ settingsUuid, clusterUuid, uuid: groupUuid });
  await keycloak.keycloak.removeMember(group.keycloakId ?? '', keycloakUserId);
  return pass('delete_leftover_keycloak_memberships');
}

export const accessPart: Part = {
  name: 'access',
  measures: ['shared', 'package-lock.json'],
  about: `passes over ${groupsIn(FULL)}, ${accountsIn(FULL)}: requests and writes when nothing has changed, and when one thing has`,
  run: measureAccess,
};
