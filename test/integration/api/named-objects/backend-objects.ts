import { z } from 'zod';
import { capiNameOf } from '#shared/domain/planning/cluster-api/capi-name';
import { aCluster, aResource } from '#test/builders/builders';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { aClusterApiTemplate } from '#test/builders/order-inputs';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';
import { type PreparedProject, prepareProject } from '#test/contracts/openstack/prepare-cloud';
import type { Simulator } from '#test/contracts/start-simulator';
import { cloudOptions, type Market, marketIn, rancherOptions } from '#test/integration/_worlds/market';
import { providerOf } from '#test/integration/_worlds/rancher-market';
import { openShop, uuidIn } from '#test/integration/cluster-contents/shop-cluster';
import { aForeignCluster } from '#test/integration/clusters/_worlds/running-cluster';
import type { ExampleWorld } from '../examples/example-world.ts';
import { clusterWithSnapshot } from '../examples/prepared-clusters.ts';

/** An object of a backend, by whose it is. `missing` is in no backend. Kinds without such an owner have no value. */
export type Objects = {
  own?: string | undefined;
  another?: string | undefined;
  provider?: string | undefined;
  nobody?: string | undefined;
  missing?: string | undefined;
};

const id = z.object({ id: z.string() });
const printed = z.object({ token: z.string(), ca_certificate: z.string(), namespace: z.string() });

async function aServerGroup({ member }: PreparedProject): Promise<string> {
  const body = { server_group: { name: 'spread', policies: ['anti-affinity'] } };
  return (await member.ask('compute', 'POST', '/os-server-groups', z.object({ server_group: id }), body)).server_group
    .id;
}

/** A flavor that only one project may use. */
async function aFlavorOf(admin: CloudUser, { id: tenant }: PreparedProject): Promise<string> {
  const name = `only-${tenant}`;
  const flavor = { name, vcpus: 4, ram: 8192, disk: 40, 'os-flavor-access:is_public': false };
  const made = await admin.ask('compute', 'POST', '/flavors', z.object({ flavor: id }), { flavor });
  const access = { addTenantAccess: { tenant } };
  await admin.ask('compute', 'POST', `/flavors/${made.flavor.id}/action`, z.unknown(), access);
  return name;
}

/** Sells clusters of Cluster API. Its new clusters are in no management cluster yet. */
async function withClusterApi({ market, stocked }: ExampleWorld, management: Simulator) {
  const { store, customerUuid, projectUuid, people } = market;
  const { token, ca_certificate, namespace } = printed.parse(management.printed);
  const options = { backend_url: management.httpsUrl, token, ca_certificate, namespace, infrastructure: 'in-memory' };
  const { uuid: settingsUuid } = await market.create('service-settings/', people.staff, {
    ...{ type: 'ClusterAPI', name: 'Management', options },
  });
  const offering = await market.create('marketplace-provider-offerings/', people.staff, {
    ...{ name: 'Kubernetes by Cluster API', type: 'Rancher', customer: customerUuid, service_settings: settingsUuid },
    ...{ plans: [{ name: 'Default' }], plugin_options: { driver: 'cluster-api' } },
  });
  await market.ask('POST', `marketplace-provider-offerings/${offering.uuid}/activate/`, people.staff);
  const spec = { ...aClusterApiTemplate().spec, flavorId: '2', externalNetworkId: 'public' };
  const template = aClusterApiTemplate({ customerUuid, projectUuid, projectName: 'Analytics', spec });
  await store.commit(store.clusterApiTemplates.insert(template));
  async function newCluster(): Promise<string> {
    const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
    const cluster = aCluster({
      ...{ customerUuid, projectUuid, settingsUuid, tenantUuid: stocked.tenant, resourceUuid: resource.uuid },
      ...{ state: 'OK', driver: 'cluster-api', kubernetesVersion: 'v1.33.5' },
    });
    const capiName = capiNameOf(cluster.uuid);
    await store.commit(
      store.resources.insert(resource),
      store.clusters.insert({
        ...cluster,
        backendId: capiName,
        clusterApi: aClusterApiSpec({ capiName, infrastructure: 'in-memory' }),
      }),
    );
    return cluster.uuid;
  }
  return { offering: offering.uuid, template: template.uuid, newCluster };
}

/** Providers of the seller. Their backends are also registered for the operator, so they are not the seller's alone. */
async function providersOfSeller({ market, rancher, cloud }: ExampleWorld) {
  const { create, people, customerUuid: customer } = market;
  const options = { ...rancherOptions(), backend_url: rancher.simulator.url, ...rancher.opened.backend.key };
  const of = (type: string, fields: object) =>
    create('service-settings/', people.staff, { type, name: `${type} of the seller`, customer, options: fields });
  return { rancher: (await of('Rancher', options)).uuid, cloud: (await of('OpenStack', cloudOptions(cloud))).uuid };
}

/** Sells managed clusters, without pools and with them, in a cloud whose volumes have types. */
async function managedInDynamicCloud({
  managed: { sell, managed, move, openstack, external_network_id },
}: ExampleWorld) {
  const cloud = await sell({
    ...{ name: 'AZ with types', slug: 'typed', type: 'OpenStack.Tenant', service_settings: openstack.url },
    plugin_options: { external_network_id, storage_mode: 'dynamic' },
  });
  const options = { openstack_offering_uuid_list: [cloud.uuid], storage_mode: 'dynamic' };
  const clusters = await managed(options);
  const pools = await managed({ ...options, driver: 'rancher-pools' });
  for (const offering of [cloud, clusters, pools]) {
    const { status, text } = await move(offering, 'activate');
    if (status !== 200) throw new Error(`an offering could not be activated: ${text}`);
  }
  return { dynamicCloud: cloud.uuid, managedClusters: clusters.uuid, managedPools: pools.uuid };
}

const MISSING = '0c9b1a3e-0000-4000-8000-000000000000';

/** Objects in four projects of the cloud: the caller's two, one of another customer, and one that Paddock does not know. */
async function objectsInCloud({ cloud: { cloud }, managed }: ExampleWorld, theirs: PreparedProject) {
  const { access, admin, project, otherProject } = cloud;
  const unused = await prepareProject(access, admin);
  return {
    network: {
      ...{ own: project.networkId, another: theirs.networkId, provider: managed.external_network_id },
      ...{ nobody: unused.networkId, missing: MISSING },
    },
    subnet: { own: project.subnetId, another: theirs.subnetId, nobody: unused.subnetId, missing: MISSING },
    project: {
      ...{ own: otherProject.id, another: theirs.id, provider: admin.projectId, nobody: unused.id },
      missing: MISSING.replaceAll('-', ''),
    },
    credential: {
      ...{ own: otherProject.credential.id, another: theirs.credential.id, nobody: unused.credential.id },
      missing: MISSING.replaceAll('-', ''),
    },
    serverGroup: {
      ...{ own: await aServerGroup(project), another: await aServerGroup(theirs) },
      ...{ nobody: await aServerGroup(unused), missing: MISSING },
    },
    flavor: {
      ...{ own: 'm1.large', another: await aFlavorOf(admin, theirs), nobody: await aFlavorOf(admin, unused) },
      missing: 'm1.of-nobody',
    },
    image: { own: 'ubuntu-2204-kube-v1.34.2', missing: 'no-such-image' },
  };
}

/** Objects in the Rancher that the operator, the seller and another customer have registered. */
async function objectsInRancher(world: ExampleWorld, another: Market) {
  const { rancher } = world;
  const theirs = { ...rancher, ...(await providerOf(another, rancher)) };
  const { uuids = {}, fields } = await clusterWithSnapshot({ ...world, market: another, rancher: theirs });
  const { backendId } = await another.store.clusters.get(uuids['rancher-clusters'] ?? '');
  const shop = await openShop({ ...theirs, market: another }, {});
  const unmanaged = await aForeignCluster({ rancher: rancher.opened.rancher, url: rancher.simulator.url }, []);
  const own = await rancher.aClusterInRancher();
  return {
    cluster: {
      ...{ own: own.backendId, another: backendId, provider: 'local', nobody: unmanaged.id },
      missing: 'c-m-zzzzzzzz',
    },
    snapshot: { another: fields?.snapshot, missing: 'on-demand-of-nobody' },
    namespace: { another: await uuidIn(shop, 'rancher-namespaces', 'shop') },
  };
}

/** Makes the objects of the backends that the walk names. */
export async function makeBackendObjects(world: ExampleWorld, management: Simulator) {
  const { access, admin } = world.cloud.cloud;
  const another = await marketIn(world.market);
  const project = await prepareProject(access, admin);
  await another.create('openstack-tenants/', another.people.owner, {
    ...{ name: 'theirs', project: another.projectUuid, service_settings: world.uuids.clouds },
    ...{ backend_id: project.id, application_credential_id: project.credential.id },
    application_credential_secret: project.credential.secret,
  });
  return {
    ...(await objectsInCloud(world, project)),
    ...(await objectsInRancher(world, another)),
    ...(await managedInDynamicCloud(world)),
    clusterApi: await withClusterApi(world, management),
    sellers: await providersOfSeller(world),
    text: (name: string): Objects => ({
      ...{ own: `own-${name}`, another: `theirs-${name}`, provider: `provider-${name}` },
      ...{ nobody: `nobodys-${name}`, missing: `missing-${name}` },
    }),
  };
}
export type BackendObjects = Awaited<ReturnType<typeof makeBackendObjects>>;
