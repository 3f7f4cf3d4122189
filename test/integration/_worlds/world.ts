import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, inject } from 'vitest';
import { z } from 'zod';
import { argocdSessions } from '#shared/adapters/argocd/argocd-sessions';
import { eventBridgeEventBus } from '#shared/adapters/aws/event-bus';
import { secretsManagerSecrets } from '#shared/adapters/aws/secrets';
import { clusterApiSessions } from '#shared/adapters/cluster-api/cluster-api-sessions';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { vaultSessions } from '#shared/adapters/vault/vault-sessions';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { openstackUuid } from '#shared/domain/_core/identifier';
import { secretName } from '#shared/domain/_core/secret-name';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#shared/domain/_core/site-settings';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import type { NodeRole, OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStackSettings, RancherSettings } from '#shared/domain/providers/service-settings';
import type { ArgocdSessions } from '#shared/ports/argocd';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { ActingSessions } from '#shared/ports/rancher';
import type { DomainEvent, EventBus, Ids, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { VaultSessions } from '#shared/ports/vault';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aCallerWith, aProject, aTenant, someOpenStackSettings, someRancherSettings } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import type { Simulator } from '#test/contracts/start-simulator';
import type { TestClock } from '#test/test-clock';
import { borrowSimulator } from './borrowed-simulator.ts';
import { newStore } from './new-store.ts';

const projectAccess = z.object({
  id: z.string(),
  application_credential_id: z.string(),
  application_credential_secret: z.string(),
  subnet_id: z.string(),
  security_group_id: z.string(),
});
const cloudAccess = z.object({
  auth_url: z.string(),
  projects: z.object({ demo: projectAccess, other: projectAccess }),
});
const rancherAccess = z.object({ access_key: z.string(), secret_key: z.string() });

/** A tenant with the ids of its objects in the cloud. */
export type KnownTenant = { tenant: Tenant; access: z.infer<typeof projectAccess> };

/** A provider with one Rancher and one cloud, both simulated, and a customer's project with a tenant in that cloud. */
export type World = {
  store: Store;
  client: DynamoDBClient;
  tableName: string;
  auditTableName: string;
  clock: TestClock;
  ids: Ids;
  stage: string;
  site: SiteSettings;
  secrets: Secrets;
  openstack: OpenStackSessions;
  rancher: ActingSessions;
  clusterApi: ClusterApiSessions;
  vault: VaultSessions;
  argocd: ArgocdSessions;
  events: EventBus;
  published: DomainEvent[];
  cloud: Simulator;
  rancherSimulator: Simulator;
  /** The access key of Rancher's administrator. */
  rancherKey: { username: string; password: string };
  project: Project;
  offering: RancherOffering;
  settings: RancherSettings;
  demo: KnownTenant;
  /** A second tenant of the same customer, in the cloud's other project. */
  other: KnownTenant;
  owner: Caller;
  stop(): Promise<void>;
};

const awsOptions = () => ({
  endpoint: inject('awsEndpoint'),
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

async function simulators(): Promise<{ cloud: Simulator; rancherSimulator: Simulator }> {
  const [cloud, rancherSimulator] = await Promise.all([borrowSimulator('openstack'), borrowSimulator('rancher')]);
  await cloud.setDelays({ serverBuild: 10, serverDelete: 10, volumeCreate: 0, volumeDelete: 10 });
  await cloud.setDelays({ loadBalancerCreate: 50, loadBalancerUpdate: 5, loadBalancerDelete: 20 });
  await rancherSimulator.setDelays({ pace: 0.01 });
  return { cloud, rancherSimulator };
}

type Place = { project: Project; settings: OpenStackSettings };
async function register(
  { store, secrets, stage }: Pick<World, 'store' | 'secrets' | 'stage'>,
  { project, settings }: Place,
  access: z.infer<typeof projectAccess>,
): Promise<KnownTenant> {
  const { uuid: projectUuid, customerUuid } = project;
  const tenant = aTenant({ projectUuid, customerUuid, settingsUuid: settings.uuid, backendId: access.id });
  const credential = { id: access.application_credential_id, secret: access.application_credential_secret };
  await secrets.put(secretName(stage, 'openstack', tenant.uuid), JSON.stringify(credential));
  await store.commit(store.tenants.insert(tenant));
  return { tenant, access };
}

async function populate(
  base: Pick<World, 'store' | 'secrets' | 'stage' | 'cloud' | 'rancherSimulator'>,
): Promise<Pick<World, 'project' | 'offering' | 'settings' | 'demo' | 'other' | 'owner' | 'rancherKey'>> {
  const { store, secrets, stage, cloud, rancherSimulator } = base;
  const access = cloudAccess.parse(cloud.printed);
  const key = rancherAccess.parse(rancherSimulator.printed);
  const project = aProject();
  const settings = someRancherSettings();
  settings.options.backendUrl = rancherSimulator.url;
  const cloudSettings = someOpenStackSettings();
  cloudSettings.options.backendUrl = access.auth_url;
  const offering = anOffering({ settingsUuid: settings.uuid });
  const rancherKey = { username: key.access_key, password: key.secret_key };
  await secrets.put(secretName(stage, 'rancher', settings.uuid), JSON.stringify(rancherKey));
  await store.commit(
    store.projects.insert(project),
    store.settings.insert(settings),
    store.settings.insert(cloudSettings),
    store.offerings.insert(offering),
  );
  const place = { project, settings: cloudSettings };
  const demo = await register(base, place, access.projects.demo);
  const other = await register(base, place, access.projects.other);
  const owner = aCallerWith('CUSTOMER.OWNER', { customerUuid: project.customerUuid, projectUuid: project.uuid });
  return { project, offering, settings, demo, other, owner, rancherKey };
}

function recordedEvents(): { events: EventBus; published: DomainEvent[] } {
  const bus = eventBridgeEventBus({ client: new EventBridgeClient(awsOptions()), busName: 'default' });
  const published: DomainEvent[] = [];
  const publish = async (event: DomainEvent) => {
    await bus.publish(event);
    published.push(event);
  };
  return { events: { publish }, published };
}

export async function startWorld(): Promise<World> {
  const [{ store, client, tableName, auditTableName, clock }, sims] = await Promise.all([newStore(), simulators()]);
  const stage = `test-${randomUUID()}`;
  const secrets = secretsManagerSecrets({ client: new SecretsManagerClient(awsOptions()), clock });
  const base = {
    store,
    client,
    tableName,
    auditTableName,
    clock,
    ids: randomIds,
    stage,
    site: DEFAULT_SITE_SETTINGS,
    secrets,
    ...sims,
    ...recordedEvents(),
  };
  return {
    ...base,
    ...(await populate(base)),
    openstack: openstackSessions({ secrets, stage, clock, settingsOf: (uuid) => cloudSettingsOf({ store }, uuid) }),
    rancher: rancherSessions({ secrets, stage, clock }),
    clusterApi: clusterApiSessions({ secrets, stage, clock }),
    vault: vaultSessions({ secrets, stage }),
    argocd: argocdSessions({ secrets, stage }),
    stop: async () => void (await Promise.all([sims.cloud.stop(), sims.rancherSimulator.stop()])),
  };
}

/** Starts the world of a test file. Call this at the top of the file. */
export async function worldPerFile(): Promise<World> {
  const world = await startWorld();
  afterAll(() => world.stop());
  return world;
}

/** A node for an order. Its subnet and its flavor exist in the simulated cloud. */
export function requestIn({ tenant, access }: KnownTenant, role: NodeRole): OrderAttributes['nodes'][number] {
  const idOf = (kind: 'subnet' | 'flavor', id: string) => openstackUuid(tenant.settingsUuid, kind, id);
  return { role, subnetUuid: idOf('subnet', access.subnet_id), flavorUuid: idOf('flavor', '2'), dataVolumes: [] };
}

let made = 0;
/**
 * Valid attributes of an order with these numbers of servers and agents in the world's first tenant. Each call uses a
 * new name.
 */
export function attributesIn({ demo }: World, servers = 1, agents = 1): OrderAttributes {
  made += 1;
  return {
    name: `cluster-${made}`,
    description: 'for a test',
    tenantUuid: demo.tenant.uuid,
    nodes: [
      ...Array.from({ length: servers }, () => requestIn(demo, 'server')),
      ...Array.from({ length: agents }, () => requestIn(demo, 'agent')),
    ],
    securityGroupUuids: [],
    installLonghorn: false,
  };
}

/** An order in the form in which the API passes it to the application code. */
export function newOrderIn(world: World, attributes: OrderAttributes = attributesIn(world)) {
  const { offering, project } = world;
  const parseAttributes = () => attributes;
  return {
    offeringUuid: offering.uuid,
    projectUuid: project.uuid,
    attributes,
    parseAttributes,
    readLimits: () => ({}),
    readSiteAgentAttributes: () => {
      throw new Error('the order is of a cluster');
    },
    readManagedAttributes: () => {
      throw new Error('the order is self-managed');
    },
    readOptions: () => ({}),
    correlationId: 'correlation-1',
  };
}
