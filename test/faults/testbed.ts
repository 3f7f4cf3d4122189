import { apiClient } from '#infra/local/api-client';
import { type ClusterApiMarket, sellClusterApi, simulatedManagement } from '#infra/local/cluster-api-market';
import type { Endpoints } from '#infra/local/endpoints';
import { type ManagedMarket, sellManagedClusters } from '#infra/local/managed-market';
import { announcements } from '#infra/local/simulators';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { personAt } from '#test/e2e/_worlds/customer';
import { startCloud } from '#test/e2e/_worlds/managed-market';
import { type PooledMarket, sellPools } from '#test/e2e/_worlds/pooled-orders';
import { secondCloud } from '#test/e2e/_worlds/second-cloud';
import { startEveryPart, wholeProvider } from '#test/e2e/_worlds/whole-provider';
import { PATIENCE_MS } from './cloud-options.ts';
import { CLUSTER_NAME } from './cluster-name.ts';

export type SimulatorName = 'rancher' | 'vault' | 'argocd' | 'openstack' | 'keycloak' | 'cluster-api';
/** Where something can go wrong: backends that are simulated for one bed alone. */
export type Faulty = { simulators: Partial<Record<SimulatorName, Simulator>> };
/** Whether a cluster's machines stand in a tenant that its customer has, or in tenants that are made for it, or Rancher or Cluster API makes them. */
export type Mode = 'self-managed' | 'managed' | 'pools' | 'cluster-api';

/** A provider with every part and a cloud, that nobody else uses: what goes wrong in them goes wrong for one order. */
export type Testbed = {
  endpoints: Endpoints;
  mode: Mode;
  simulators: Record<Exclude<SimulatorName, 'keycloak' | 'cluster-api'>, Simulator> & Faulty['simulators'];
  owner: ReturnType<typeof personAt>;
  /** The user with orders that wait for the owner's approval. */
  member: ReturnType<typeof personAt>;
  /** Ours alone, so that lists by it show what was ordered here. */
  offering: string;
  clusterName: string;
  /** What operators call the cloud, where customers choose it. */
  cloudName?: string;
  /** What managed clusters are ordered from; only where they are. */
  market?: ManagedMarket;
  /** What clusters with pools are ordered from; only where they are. */
  pooled?: PooledMarket;
  /** What clusters of Cluster API are ordered from; only where they are. */
  clusterApi?: ClusterApiMarket;
  stop(): Promise<void>;
};

/** Short, so that what is measured is Paddock; not zero, so that machines pass through every state on the way. */
const DELAYS = {
  rancher: { pace: 0.02 },
  management: { pace: 0.02 },
  openstack: { serverBuild: 50, serverDelete: 50 },
  // It looks at Nova for new machines: each look is work that others wait for.
  vmRunner: { boot: 50, poll: 250 },
};
/** Each look at an order is a call of the API, which others wait for too. */
const PATIENCE = { timeoutMs: PATIENCE_MS, intervalMs: 300 };

let starting: Promise<unknown> = Promise.resolve();

/** One after the other: five programs that start take all there is, and what the others ask meanwhile would be given up. */
export function startTestbed(endpoints: Endpoints, mode: Mode = 'self-managed'): Promise<Testbed> {
  const started = starting.then(() => STARTS[mode](endpoints));
  starting = started.catch(() => {});
  return started;
}

const STARTS: Readonly<Record<Mode, (endpoints: Endpoints) => Promise<Testbed>>> = {
  'self-managed': async (endpoints) => (await startInTenant(endpoints)).testbed,
  managed: startManaged,
  pools: startPooled,
  'cluster-api': startManagement,
};

async function startInTenant(endpoints: Endpoints) {
  const cloud = await secondCloud(endpoints);
  const provider = await wholeProvider(endpoints).catch(async (error: unknown) => {
    await cloud.stop();
    throw error;
  });
  const { rancher, vault, argocd, offering } = provider;
  await hasten({ rancher, ...cloud });
  const sample = { ...endpoints.sample, ...cloud.sample, offering };
  const testbed: Testbed = {
    ...{ endpoints, offering, mode: 'self-managed', clusterName: CLUSTER_NAME },
    simulators: { rancher, vault, argocd, openstack: cloud.openstack },
    ...customers({ ...endpoints, sample }),
    stop: async () => void (await Promise.all([provider.stop(), cloud.stop()])),
  };
  const { settings: rancherSettings } = provider;
  return {
    testbed,
    backends: { rancherSettings, cloudSettings: cloud.settings, demoTenant: cloud.sample.tenants.demo ?? '' },
  };
}

async function startPooled(endpoints: Endpoints): Promise<Testbed> {
  const { testbed, backends } = await startInTenant(endpoints);
  try {
    const pooled = await sellPools(endpoints, backends);
    return { ...testbed, mode: 'pools', pooled, offering: pooled.offering };
  } catch (error) {
    await testbed.stop();
    throw error;
  }
}

async function startManagement(endpoints: Endpoints): Promise<Testbed> {
  const { testbed, backends } = await startInTenant(endpoints);
  const management = await startSimulator('cluster-api');
  const stop = async () => void (await Promise.all([management.stop(), testbed.stop()]));
  try {
    await management.setDelays(DELAYS.management);
    const clusterApi = await sellClusterApi(endpoints, simulatedManagement(management.printed), { cloud: backends });
    const simulators = { ...testbed.simulators, 'cluster-api': management };
    return { ...testbed, mode: 'cluster-api', simulators, clusterApi, offering: clusterApi.offering, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const CLOUD_NAME = 'AZ 1';
/** A managed cluster's name is used once in its project, whoever provides it, and the beds of all processes order in the same one. */
let managedBeds = 0;

/** A managed cluster in one cloud. With two clouds each would be asked the same by its own steps. */
async function startManaged(endpoints: Endpoints): Promise<Testbed> {
  managedBeds += 1;
  const { openstack, vmRunner, cloud } = await startCloud(CLOUD_NAME);
  const { rancher, vault, argocd, options, ...parts } = await startEveryPart();
  const stop = async () => void (await Promise.all([parts.stop(), vmRunner.stop(), openstack.stop()]));
  try {
    await hasten({ rancher, openstack, vmRunner });
    const market = await sellManagedClusters(apiClient(endpoints.api, endpoints.tokens.staff), {
      rancher: announcements.rancher.parse(rancher.printed),
      clouds: { [CLOUD_NAME]: cloud },
      options,
    });
    return {
      ...{ endpoints, mode: 'managed', market, offering: market.offering, stop },
      cloudName: CLOUD_NAME,
      clusterName: `${CLUSTER_NAME} ${process.pid} ${managedBeds}`,
      simulators: { rancher, vault, argocd, openstack },
      ...customers(endpoints),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Hastened = Record<'rancher' | 'openstack' | 'vmRunner', Simulator>;
async function hasten({ rancher, openstack, vmRunner }: Hastened): Promise<void> {
  await rancher.setDelays(DELAYS.rancher);
  await openstack.setDelays(DELAYS.openstack);
  await vmRunner.setDelays(DELAYS.vmRunner);
}

const customers = (endpoints: Endpoints) => ({
  owner: personAt(endpoints, 'owner', PATIENCE),
  member: personAt(endpoints, 'member', PATIENCE),
});
