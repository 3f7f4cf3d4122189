import type { Endpoints } from '#infra/local/endpoints';
import type { Simulator } from '#test/contracts/start-simulator';
import { personAt } from '#test/e2e/customer';
import { secondCloud } from '#test/e2e/second-cloud';
import { wholeProvider } from '#test/e2e/whole-provider';

export type SimulatorName = 'rancher' | 'vault' | 'argocd' | 'openstack';

/** A provider with every part and a cloud, that nobody else uses: what goes wrong in them goes wrong for one order. */
export type Testbed = {
  simulators: Record<SimulatorName, Simulator>;
  owner: ReturnType<typeof personAt>;
  stop(): Promise<void>;
};

/** Short, so that what is measured is Paddock; not zero, so that machines pass through every state on the way. */
const DELAYS = { clusterAssign: 50, nodeActive: 100, clusterDelete: 100 };

export async function startTestbed(endpoints: Endpoints, patienceMs: number): Promise<Testbed> {
  const cloud = await secondCloud(endpoints);
  const provider = await wholeProvider(endpoints).catch(async (error: unknown) => {
    await cloud.stop();
    throw error;
  });
  await provider.rancher.setDelays(DELAYS);
  await cloud.vmRunner.setDelays({ boot: 100 });
  const { rancher, vault, argocd, offering } = provider;
  const sample = { ...endpoints.sample, ...cloud.sample, offering };
  return {
    simulators: { rancher, vault, argocd, openstack: cloud.openstack },
    owner: personAt({ ...endpoints, sample }, 'owner', patienceMs),
    stop: async () => void (await Promise.all([provider.stop(), cloud.stop()])),
  };
}
