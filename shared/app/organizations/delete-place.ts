import type { Uuid } from '#shared/domain/_core/identifier';
import { resourceState } from '#shared/domain/marketplace/resource';
import { type Caller, placeOf } from '#shared/domain/organizations/caller';
import type { Customer } from '#shared/domain/organizations/customer';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Project } from '#shared/domain/organizations/project';
import { Invalid } from '#shared/errors';
import type { Page, PageRequest, Scope, Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { forgetAgent } from '../site-agents/register-agent.ts';

export type DeletePlaceDeps = {
  store: Pick<
    Store,
    | 'customers'
    | 'projects'
    | 'tenants'
    | 'resources'
    | 'clusters'
    | 'settings'
    | 'offerings'
    | 'agentIdentities'
    | 'claims'
    | 'grants'
    | 'invitations'
    | 'clusterApiTemplates'
    | 'commit'
  >;
};
type Lists<T> = { list(scope: Scope, page: PageRequest, matches?: (item: T) => boolean): Promise<Page<T>> };

const ONE: PageRequest = { page: 1, pageSize: 1 };
/** Waldur's error texts. */
const ACTIVE = 'Project contains active resources. Please remove them before deleting project.';
const HAS_PROJECTS = 'Organization contains projects. Please remove them before deleting organization.';
const TENANTS = 'Tenants are registered in the project.';
const MACHINES = 'Machines of a cluster are in the project. Delete the cluster first.';
const SELLS = 'The organization has a provider, a cloud, a published template or an offering that is not archived.';

async function hasAny<T>({ list }: Lists<T>, where: Omit<Scope, 'visibility'>, is?: (item: T) => boolean) {
  return (await list({ visibility: 'all', ...where }, ONE, is)).items.length > 0;
}
const LIVING = resourceState.options.filter((state) => state !== 'Terminated');

/**
 * Deletes roles and invitations in a customer or project. Called before the customer or project itself is deleted, so
 * that an interrupted deletion leaves no role in a deleted customer or project.
 */
async function forgetPeople(
  { store }: DeletePlaceDeps,
  scopeUuid: Uuid,
  where: Omit<Scope, 'visibility'>,
): Promise<void> {
  for (const grant of await store.grants.listByScope(scopeUuid)) await store.commit(store.grants.remove(grant));
  const isOf = (item: { scopeUuid: Uuid }) => item.scopeUuid === scopeUuid;
  const { items } = await store.invitations.list({ visibility: 'all', ...where }, WHOLE_LIST, isOf);
  for (const invitation of items) await store.commit(store.invitations.remove(invitation));
}

/** Deletes the site agents of the customer. Called only when all offerings of the customer are archived. */
async function forgetAgents({ store }: DeletePlaceDeps, customerUuid: Uuid): Promise<void> {
  const { items } = await store.agentIdentities.list({ visibility: 'all', customerUuid }, WHOLE_LIST);
  for (const identity of items) await forgetAgent(store, identity);
}

/**
 * Deletes the templates in a customer or project. No cluster needs a template after its creation, because each cluster
 * has its own copy.
 */
async function forgetTemplates({ store }: DeletePlaceDeps, where: Omit<Scope, 'visibility'>): Promise<void> {
  const { items } = await store.clusterApiTemplates.list({ visibility: 'all', ...where }, WHOLE_LIST);
  for (const template of items) await store.commit(store.clusterApiTemplates.remove(template));
}

async function assertEmpty({ store }: DeletePlaceDeps, project: Project): Promise<void> {
  const where = { customerUuid: project.customerUuid, projectUuid: project.uuid };
  if (await hasAny(store.resources, { ...where, where: { state: LIVING } })) throw new Invalid([ACTIVE]);
  if (await hasAny(store.tenants, where)) throw new Invalid([TENANTS]);
  const inIt = ({ vmProjectUuid }: { vmProjectUuid: Uuid }) => vmProjectUuid === project.uuid;
  if (await hasAny(store.clusters, { customerUuid: project.customerUuid }, inIt)) throw new Invalid([MACHINES]);
}

/**
 * Throws Invalid if the project's totals count more resources or tenants than the lists contain. The lists are read
 * from indexes, which may lack the changes of the last seconds. So a project can seem to be empty although it is not.
 * The totals are always exact.
 */
async function assertAllListed({ store }: DeletePlaceDeps, { uuid, customerUuid }: Project): Promise<void> {
  const scope = { visibility: 'all', customerUuid, projectUuid: uuid } as const;
  const totals = await store.projects.totals(uuid);
  const [resources, tenants] = await Promise.all([
    store.resources.list(scope, WHOLE_LIST, () => true),
    store.tenants.list(scope, WHOLE_LIST, () => true),
  ]);
  if (resources.items.length < totals.resources) throw new Invalid([ACTIVE]);
  if (tenants.items.length < totals.tenants) throw new Invalid([TENANTS]);
}

/**
 * Deletes an empty project. Its orders and usages stay on record. The project is closed for new orders before the last
 * check. So no order can be placed between check and deletion. If the deletion fails, the project is opened again.
 * Throws NotAllowed, and Invalid when the project contains anything.
 */
export const deleteProject = (deps: DeletePlaceDeps, caller: Caller, read: () => Promise<Project>): Promise<void> =>
  retryOnConflict(async () => {
    const { store } = deps;
    const project = await read();
    assertPermitted(caller, 'project.delete', placeOf(project));
    try {
      await assertEmpty(deps, project);
      await retryOnConflict(() => store.projects.close(project.uuid));
      await assertAllListed(deps, project);
      await assertEmpty(deps, project);
    } catch (error) {
      await retryOnConflict(() => store.projects.reopen(project.uuid));
      throw error;
    }
    const where = { customerUuid: project.customerUuid, projectUuid: project.uuid };
    await forgetPeople(deps, project.uuid, where);
    await forgetTemplates(deps, where);
    await store.commit(store.projects.remove(project));
  });

/** Deletes a customer. Throws NotAllowed, and Invalid if the customer has a project or sells anything. */
export const deleteCustomer = (deps: DeletePlaceDeps, caller: Caller, read: () => Promise<Customer>): Promise<void> =>
  retryOnConflict(async () => {
    const { store } = deps;
    const customer = await read();
    const where = { customerUuid: customer.uuid };
    assertPermitted(caller, 'customer.delete', where);
    if (await hasAny(store.projects, where)) throw new Invalid([HAS_PROJECTS]);
    const isSold = ({ state }: { state: string }) => state !== 'Archived';
    const sells =
      (await hasAny(store.settings, where)) ||
      (await hasAny(store.offerings, where, isSold)) ||
      (await hasAny(store.clusterApiTemplates, where, ({ isPublic }) => isPublic));
    if (sells) throw new Invalid([SELLS]);
    await forgetAgents(deps, customer.uuid);
    await forgetPeople(deps, customer.uuid, where);
    await forgetTemplates(deps, where);
    await store.commit(store.customers.remove(customer));
  });
