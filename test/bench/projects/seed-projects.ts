import { rowOf } from '#shared/adapters/dynamodb/_core/kind';
import { USERS } from '#shared/adapters/dynamodb/_core/kinds';
import type { ProjectOffering } from '#shared/domain/marketplace/offering';
import type { Resource } from '#shared/domain/marketplace/resource';
import { projectGroupNames } from '#shared/domain/rancher-projects/project-groups';
import { projectAnnotations } from '#shared/domain/rancher-projects/project-names';
import { QUOTA_NAME, quotaOf, resourceQuotaObject } from '#shared/domain/rancher-projects/project-quota';
import type { Store } from '#shared/ports/store';
import { aGrant, aResource, aUser, aUuid } from '#test/builders/builders';
import { aProjectOffering } from '#test/builders/offering-builders';
import { objectsIn } from '#test/contracts/rancher/objects-in';
import { inParallel, numbers, putRows, type Seeded } from '../access/seed-access.ts';

/** The number of projects in one shared cluster, of users in each project, and of pods in each project's namespace. */
export type ProjectsSize = { projects: number; membersPerProject: number; podsPerProject: number };
type Places = Pick<Seeded, 'table' | 'owner' | 'keycloak' | 'rancher'> & {
  store: Store;
  clusterId: string;
  rancherAccount: Parameters<typeof objectsIn>[0];
};

const ROLE = 'project-member';
const LIMITS = { cpu: 4, ram: 8 };
const CUSTOMER = aUuid();

/**
 * Creates the records of projects with their users, the users in Keycloak, and the projects in Rancher. The sync
 * creates the groups later.
 */
export async function seedProjects(places: Places, size: ProjectsSize): Promise<void> {
  const { store, owner, clusterId } = places;
  const offering = aProjectOffering({
    ...{ settingsUuid: owner.settingsUuid, customerUuid: CUSTOMER },
    pluginOptions: { cluster_id: clusterId, keycloak_enabled: true },
  });
  await store.commit(store.offerings.insert(offering));
  await inParallel(numbers(size.projects), async (at) => {
    const resource = await aProjectAt(places, offering, at);
    await fillNamespace(places, offering, resource, size);
    await store.commit(store.resources.insert(resource));
    await seedPeople(places, resource.projectUuid, at, size);
  });
}

async function aProjectAt(
  { rancher, owner, clusterId }: Places,
  { uuid: offeringUuid }: ProjectOffering,
  at: number,
): Promise<Resource> {
  const [uuid, projectUuid, name] = [aUuid(), aUuid(), `team-${at}`];
  const slugs = { projectSlug: name, customerSlug: 'bench' };
  const { customer, project } = { customer: { name: 'Bench', slug: 'bench' }, project: { name, slug: name } };
  const annotations = projectAnnotations(owner.stage, { uuid, customer, project });
  const { id: backendId } = await rancher.createProject(clusterId, { name, description: '', annotations });
  const place = { settingsUuid: owner.settingsUuid, clusterId, scopeUuid: projectUuid, role: ROLE };
  const { clusterUuid: _, ...record } = aResource({ uuid, name, slug: name, state: 'OK', offeringUuid });
  return {
    ...{ ...record, projectUuid, customerUuid: CUSTOMER },
    rancherProject: {
      ...{ description: '', limits: LIMITS, backendId, clusterId, projectName: name, role: ROLE, ...slugs },
      ...{ groups: projectGroupNames(place, undefined), settingsUuid: owner.settingsUuid, lastOrderUuid: aUuid() },
    },
  };
}

async function fillNamespace(
  { rancher, rancherAccount, clusterId }: Places,
  { components }: ProjectOffering,
  { name: namespace, rancherProject }: Resource,
  { podsPerProject }: ProjectsSize,
): Promise<void> {
  const annotations = { 'field.cattle.io/projectId': rancherProject?.backendId ?? '' };
  const at = { apiVersion: 'v1', plural: 'namespaces', name: namespace };
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, annotations } };
  await rancher.applyObject(clusterId, at, object, { force: true });
  const quota = { apiVersion: 'v1', plural: 'resourcequotas', namespace, name: QUOTA_NAME };
  await rancher.applyObject(clusterId, quota, resourceQuotaObject(namespace, quotaOf(components, LIMITS)), {
    force: true,
  });
  const inside = objectsIn(rancherAccount, clusterId);
  for (const index of numbers(podsPerProject)) {
    const requests = { cpu: '100m', memory: '128Mi' };
    const containers = [
      { name: 'main', image: 'registry.example.org/main', resources: { requests, limits: requests } },
    ];
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: `main-${index}` }, spec: { containers } };
    const { status, body } = await inside.post(`/api/v1/namespaces/${namespace}/pods`, pod);
    if (status !== 201) throw new Error(`a pod was answered ${status}: ${JSON.stringify(body)}`);
  }
}

async function seedPeople(
  { table, store, keycloak }: Places,
  projectUuid: string,
  at: number,
  { membersPerProject }: ProjectsSize,
): Promise<void> {
  const people = numbers(membersPerProject).map((index) => aUser({ username: `person-${at}-${index}` }));
  for (const { username } of people) await keycloak.aUser(username);
  await putRows(
    table,
    people.map((user) => rowOf(USERS, user)),
  );
  const grants = people.map(({ uuid: userUuid }) =>
    aGrant({ userUuid, scopeUuid: projectUuid, customerUuid: CUSTOMER, role: 'PROJECT.MEMBER' }),
  );
  for (const grant of grants) await store.commit(store.grants.insert(grant));
}
