import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, type RecordBase } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Invitation } from '#shared/domain/organizations/invitation';
import type { InProject } from '#shared/domain/organizations/placement';
import type { Clock } from '#shared/ports/runtime';
import type { Page, PageRequest, Scope, Store, Write } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { MEMBERSHIPS_PER_TRANSACTION } from '../cluster-access/forget-access.ts';

type Names = Partial<Pick<InProject, 'projectName' | 'customerName'>>;
/** The names of project and customer in a record. Some records have only one of them. */
type Named = { [N in keyof Names]?: string | undefined };
type Placed = RecordBase & Pick<InProject, 'projectName' | 'customerName'>;
type Listed<T> = {
  list(scope: Scope, page: PageRequest, matches?: (item: T) => boolean): Promise<Page<T>>;
  replace(item: T): Write;
};
export type RenameDeps = {
  store: Pick<
    Store,
    | 'tenants'
    | 'orders'
    | 'resources'
    | 'clusters'
    | 'usages'
    | 'clusterSecurityGroups'
    | 'projects'
    | 'offerings'
    | 'invitations'
    | 'keycloakGroups'
    | 'keycloakMemberships'
    | 'rancherProjects'
    | 'clusterApiTemplates'
    | 'commit'
  >;
  clock: Clock;
};
type Where = { customerUuid?: Uuid; projectUuid?: Uuid };

/** Whether a record has an old name. Records copy the name of their project, of their customer, or both. */
const isOutdated = (item: Named, names: Names): boolean =>
  (names.projectName !== undefined && item.projectName !== names.projectName) ||
  (names.customerName !== undefined && item.customerName !== names.customerName);

type Rewriting<T> = { isDue: (item: T) => boolean; fieldsOf: (item: T) => object; perTransaction?: number | undefined };
async function rewrite<T extends RecordBase>(
  { store, clock }: RenameDeps,
  repository: Listed<T>,
  where: Where,
  { isDue, fieldsOf, perTransaction }: Rewriting<T>,
): Promise<void> {
  await retryOnConflict(async () => {
    const { items } = await repository.list({ visibility: 'all', ...where }, WHOLE_LIST, isDue);
    const writesOf = (item: T) => [repository.replace({ ...changed<T>(item, clock.now(), {}), ...fieldsOf(item) })];
    await commitInChunks(store, items, writesOf, perTransaction);
  });
}

const renameIn = <T extends RecordBase & Named>(
  deps: RenameDeps,
  repository: Listed<T>,
  where: Where,
  names: Names,
  perTransaction?: number,
): Promise<void> =>
  rewrite(deps, repository, where, {
    isDue: (item) => isOutdated(item, names),
    fieldsOf: () => names,
    perTransaction,
  });

/**
 * Writes the new name to the records of invitations. An invitation copies the name of its customer or project into
 * `scopeName`.
 */
function renameInvitations(deps: RenameDeps, where: Where, { projectName, customerName }: Names): Promise<void> {
  const fieldsOf = (item: Invitation) => ({
    customerName: customerName ?? item.customerName,
    scopeName: (item.scopeType === 'project' ? projectName : customerName) ?? item.scopeName,
  });
  const isDue = (item: Invitation) => !isSameValue({ ...item, ...fieldsOf(item) }, item);
  return rewrite(deps, deps.store.invitations, where, { isDue, fieldsOf });
}

/**
 * Writes the new name to the records of groups, of memberships, and of projects in Rancher. Nothing is renamed in
 * Keycloak or Rancher, because no name there contains the name of a customer or project.
 */
async function renameAccess(deps: RenameDeps, where: Where, names: Names): Promise<void> {
  const { keycloakGroups, keycloakMemberships, rancherProjects } = deps.store;
  await renameIn(deps, keycloakGroups, where, names);
  await renameIn(deps, keycloakMemberships, where, names, MEMBERSHIPS_PER_TRANSACTION);
  await renameIn(deps, rancherProjects, where, names);
}

/**
 * Writes the new name of the project or customer to the records of clusters. Items of a list lack some fields of a
 * cluster, so each cluster is read again. After a conflict with the cluster's state machine, the write is retried.
 */
async function renameClusters({ store, clock }: RenameDeps, where: Where, names: Names): Promise<void> {
  const { items } = await store.clusters.list({ visibility: 'all', ...where }, WHOLE_LIST, (item) =>
    isOutdated(item, names),
  );
  for (const { uuid } of items) {
    await retryOnConflict(async () => {
      const cluster = await store.clusters.find(uuid);
      if (cluster) await store.commit(store.clusters.replace(changed(cluster, clock.now(), names)));
    });
  }
}

/**
 * Writes the new name of a project or customer to all records that copy it. Records that already have the new name are
 * skipped, so a repeated call completes an interrupted call. Records of clusters' contents get the new name with their
 * next pull.
 */
export async function propagateName(deps: RenameDeps, where: Where, names: Names): Promise<void> {
  const { tenants, orders, resources, usages, clusterSecurityGroups, projects, offerings, clusterApiTemplates } =
    deps.store;
  const rename = <T extends Placed>(repository: Listed<T>) => renameIn(deps, repository, where, names);
  await Promise.all([rename(tenants), rename(orders), rename(resources), rename(usages)]);
  await renameIn(deps, clusterApiTemplates, where, names);
  await rename({ list: clusterSecurityGroups.list, replace: clusterSecurityGroups.replace });
  if (where.projectUuid === undefined) {
    await Promise.all([renameIn(deps, projects, where, names), renameIn(deps, offerings, where, names)]);
  }
  await Promise.all([renameInvitations(deps, where, names), renameAccess(deps, where, names)]);
  await renameClusters(deps, where, names);
}
