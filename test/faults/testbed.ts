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
/** Simulated backends that only one testbed uses, so that faults can be planned in them. */
export type Faulty = { simulators: Partial<Record<SimulatorName, Simulator>> };
/**
 * How a cluster gets its machines: in the customer's tenant, in tenants created for the cluster, from Rancher, or from
 * Cluster API.
 */
export type Mode = 'self-managed' | 'managed' | 'pools' | 'cluster-api';

/**
 * A provider with a cloud and all other backends, for one test alone. Faults in these backends affect only one order.
 */
export type Testbed = {
  endpoints: Endpoints;
  mode: Mode;
  simulators: Record<Exclude<SimulatorName, 'keycloak' | 'cluster-api'>, Simulator> & Faulty['simulators'];
  owner: ReturnType<typeof personAt>;
  /** The user whose orders wait for the owner's approval. */
  member: ReturnType<typeof personAt>;
  /** An offering that only this testbed uses. Lists filtered by the offering show only the orders of this testbed. */
  offering: string;
  clusterName: string;
  /** The name that operators give the cloud. Customers choose the cloud by this name. */
  cloudName?: string;
  /** What an order for managed clusters needs. Set only in mode `managed`. */
  market?: ManagedMarket;
  /** What an order for clusters with pools needs. Set only in mode `pools`. */
  pooled?: PooledMarket;
  /** What an order for clusters of Cluster API needs. Set only in mode `cluster-api`. */
  clusterApi?: ClusterApiMarket;
  stop(): Promise<void>;
};

/**
 * The delays are short, so that measurements show the time of Paddock. They are not zero, so that machines pass through
 * every state.
 */
const DELAYS = {
  rancher: { pace: 0.02 },
  management: { pace: 0.02 },
  openstack: { serverBuild: 50, serverDelete: 50 },
  // The VM runner polls Nova for new machines. Each poll slows other requests, so the interval is long.
  vmRunner: { boot: 50, poll: 250 },
};
/**
 * The timeout and interval of polls of an order. The interval is long, because each poll is an API call that delays
 * other calls.
 */
const PATIENCE = { timeoutMs: PATIENCE_MS, intervalMs: 300 };

let starting: Promise<unknown> = Promise.resolve();

/**
 * Starts a testbed after all earlier starts have ended. Each start uses the whole processor, so simultaneous starts
 * would make requests of other testbeds time out.
 */
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
/**
 * Counts the testbeds for managed clusters in this process, so that their clusters get different names. A cluster's
 * name must be unique in its project, and the testbeds of all processes order in the same project.
 */
let managedBeds = 0;

/** Starts a testbed for managed clusters in one cloud. A second cloud would only get the same requests. */
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
