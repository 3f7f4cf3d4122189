import { afterAll, expect, vi } from 'vitest';
import { z } from 'zod';
import { applyCluster } from '#shared/app/cluster-api/steps/apply-cluster';
import { ensureServerGroups } from '#shared/app/cluster-api/steps/ensure-server-groups';
import { planClusterApi } from '#shared/app/cluster-api/steps/plan-cluster-api';
import { watchClusterApi } from '#shared/app/cluster-api/steps/watch-cluster-api';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { ensureCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { secretName } from '#shared/domain/_core/secret-name';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { ClusterApiTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import type { RequestedClusterApi } from '#shared/domain/planning/cluster-api/cluster-request';
import type { RequestedAttributes } from '#shared/domain/planning/order-attributes';
import { type ClusterApiOptions, clusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import { anOffering } from '#test/builders/offering-builders';
import { aClusterApiTemplate } from '#test/builders/order-inputs';
import { someClusterApiSettings } from '#test/cluster-api-orders';
import type { Simulator } from '#test/contracts/start-simulator';
import { createOrder } from '#test/create-order';
import { borrowSimulator } from './borrowed-simulator.ts';
import { letCreateCredentials } from './pool-world.ts';
import { type Begun, DEADLINE_MS, EVENTUALLY, type StepWorld, startStepWorld } from './step-world.ts';
import { attributesIn, newOrderIn } from './world.ts';

const printed = z.object({ token: z.string(), ca_certificate: z.string(), namespace: z.string() });

/** A step world with a management cluster, an offering of Cluster API clusters, and a cluster template. */
export type ClusterApiWorld = StepWorld & {
  management: Simulator;
  managementSettings: ClusterApiSettings;
  clusterApiOffering: RancherOffering;
  template: ClusterApiTemplate;
};

async function stocked(world: StepWorld, management: Simulator, options: Partial<ClusterApiOptions>) {
  const { store, secrets, stage, project } = world;
  const { token, ca_certificate: caCertificate, namespace } = printed.parse(management.printed);
  const given = { backendUrl: management.httpsUrl, caCertificate, namespace };
  const managementSettings = someClusterApiSettings({ options: clusterApiOptions.parse({ ...given, ...options }) });
  const clusterApiOffering = anOffering({
    settingsUuid: managementSettings.uuid,
    pluginOptions: { deployment_mode: 'self_managed', driver: 'cluster-api' },
  });
  const spec = { ...aClusterApiTemplate().spec, flavorId: '2', externalNetworkId: 'public' };
  const template = aClusterApiTemplate({ customerUuid: project.customerUuid, isPublic: true, spec });
  await secrets.put(secretName(stage, 'cluster-api', managementSettings.uuid), JSON.stringify({ token }));
  await store.commit(
    store.settings.insert(managementSettings),
    store.offerings.insert(clusterApiOffering),
    store.clusterApiTemplates.insert(template),
  );
  return { managementSettings, clusterApiOffering, template };
}

/**
 * Starts the test environment of a test file. Call this at the top of the file. By default, machines are only simulated
 * (`in-memory`).
 */
export async function clusterApiWorldPerFile(
  options: Partial<ClusterApiOptions> = { infrastructure: 'in-memory' },
): Promise<ClusterApiWorld> {
  const [world, management] = await Promise.all([startStepWorld(), borrowSimulator('cluster-api')]);
  afterAll(() => Promise.all([world.stop(), management.stop()]));
  await management.setDelays({ pace: 0.01 });
  await letCreateCredentials(world);
  return { ...world, management, ...(await stocked(world, management, options)) };
}

/** An order for a cluster from the template, in the form in which the API passes it to the application code. */
export function newClusterApiOrder(
  world: ClusterApiWorld,
  wanted: Partial<RequestedClusterApi> = {},
  attributes: Partial<RequestedAttributes> = {},
) {
  const requestedClusterApi = {
    ...{ templateUuid: world.template.uuid, masterCount: 1, nodeCount: 1, overrides: {}, mergesLabels: true },
    ...wanted,
  };
  const requested = { ...attributesIn(world), nodes: [], requestedClusterApi, ...attributes };
  return {
    ...newOrderIn(world),
    offeringUuid: world.clusterApiOffering.uuid,
    parseAttributes: (): RequestedAttributes => requested,
  };
}

/** An order that an owner placed for a cluster from the template. The order's operation has started. */
export async function begunCluster(
  world: ClusterApiWorld,
  wanted?: Partial<RequestedClusterApi>,
  attributes?: Partial<RequestedAttributes>,
): Promise<Begun> {
  const placed = await createOrder(world, world.owner, newClusterApiOrder(world, wanted, attributes));
  const target = { operationUuid: placed.cluster.operationUuid ?? '', clusterUuid: placed.cluster.uuid };
  await beginOrder.run(world.deps, target);
  return { ...placed, target };
}

/** A started order whose objects exist in the management cluster. */
export async function appliedCluster(world: ClusterApiWorld, wanted?: Partial<RequestedClusterApi>): Promise<Begun> {
  const begun = await begunCluster(world, wanted);
  for (const step of [planClusterApi, ensureServerGroups, ensureCloudCredential, applyCluster]) {
    await step.call(world.deps, begun.target);
  }
  return begun;
}

/** Repeats the watch step until the step answers the waiting state machine. Returns this answer. */
export async function watchedCluster(world: ClusterApiWorld, { target }: Begun, waitedMs = 0) {
  const taskToken = `token-${target.operationUuid}-${world.answers.length}`;
  const look = async () => {
    await watchClusterApi.call(world.deps, { ...target, taskToken, waitedMs, deadlineMs: DEADLINE_MS });
    return world.answers.find((answer) => answer.taskToken === taskToken);
  };
  return vi.waitFor(async () => (await look()) ?? expect.fail('no answer yet'), EVENTUALLY);
}

export async function readyCluster(world: ClusterApiWorld, wanted?: Partial<RequestedClusterApi>): Promise<Begun> {
  const begun = await appliedCluster(world, wanted);
  expect(await watchedCluster(world, begun)).toMatchObject({ output: { ready: true } });
  await finishCreation.call(world.deps, begun.target);
  return begun;
}
