import type { Endpoints } from '#infra/local/endpoints';
import type { Simulator } from '#test/contracts/start-simulator';
import { personAt } from '#test/e2e/customer';
import { secondCloud } from '#test/e2e/second-cloud';
import { wholeProvider } from '#test/e2e/whole-provider';
import { PATIENCE_MS } from './cloud-options.ts';

export type SimulatorName = 'rancher' | 'vault' | 'argocd' | 'openstack';

/** A provider with every part and a cloud, that nobody else uses: what goes wrong in them goes wrong for one order. */
export type Testbed = {
  endpoints: Endpoints;
  simulators: Record<SimulatorName, Simulator>;
  owner: ReturnType<typeof personAt>;
  /** Whose orders wait for the owner's approval. */
  member: ReturnType<typeof personAt>;
  /** Ours alone, so that lists by it show what was ordered here. */
  offering: string;
  stop(): Promise<void>;
};

/** Short, so that what is measured is Paddock; not zero, so that machines pass through every state on the way. */
const DELAYS = {
  rancher: { clusterAssign: 30, nodeActive: 50, clusterDelete: 50 },
  openstack: { serverBuild: 50, serverDelete: 50 },
  // It looks at Nova for new machines: each look is work that others wait for.
  vmRunner: { boot: 50, poll: 250 },
};
/** Each look at an order is a call of the API, which others wait for too. */
const PATIENCE = { timeoutMs: PATIENCE_MS, intervalMs: 300 };

let starting: Promise<unknown> = Promise.resolve();

/** One after the other: five programs that start take all there is, and what the others ask meanwhile would be given up. */
export function startTestbed(endpoints: Endpoints): Promise<Testbed> {
  const started = starting.then(() => start(endpoints));
  starting = started.catch(() => {});
  return started;
}

async function start(endpoints: Endpoints): Promise<Testbed> {
  const cloud = await secondCloud(endpoints);
  const provider = await wholeProvider(endpoints).catch(async (error: unknown) => {
    await cloud.stop();
    throw error;
  });
  const { rancher, vault, argocd, offering } = provider;
  await rancher.setDelays(DELAYS.rancher);
  await cloud.openstack.setDelays(DELAYS.openstack);
  await cloud.vmRunner.setDelays(DELAYS.vmRunner);
  const sample = { ...endpoints.sample, ...cloud.sample, offering };
  const as = (person: 'owner' | 'member') => personAt({ ...endpoints, sample }, person, PATIENCE);
  return {
    ...{ endpoints, offering },
    simulators: { rancher, vault, argocd, openstack: cloud.openstack },
    ...{ owner: as('owner'), member: as('member') },
    stop: async () => void (await Promise.all([provider.stop(), cloud.stop()])),
  };
}

/** A testbed for as long as it is used. */
export async function withTestbed<T>(endpoints: Endpoints, use: (testbed: Testbed) => Promise<T>): Promise<T> {
  const testbed = await startTestbed(endpoints);
  try {
    return await use(testbed);
  } finally {
    await testbed.stop();
  }
}
