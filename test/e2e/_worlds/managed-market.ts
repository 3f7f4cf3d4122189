import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { type ManagedMarket, sellManagedClusters } from '#infra/local/managed-market';
import { announcements, vmRunnerFlags } from '#infra/local/simulators';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

export type SimulatedMarket = ManagedMarket & {
  rancher: Simulator;
  /** The OpenStack simulators, in the same order as the market's clouds. */
  openstacks: Simulator[];
  stop(): Promise<void>;
};

/** Starts a cloud without registered objects, and the program that boots its machines. */
export async function startCloud(name: string) {
  const openstack = await startSimulator('openstack', '--name', name);
  const cloud = announcements.openstack.parse(openstack.printed);
  const vmRunner = await startSimulator('vm-runner', ...vmRunnerFlags(cloud));
  await openstack.setDelays({ serverBuild: 100, serverDelete: 100 });
  return { openstack, vmRunner, cloud };
}

/** Starts a Rancher and one new cloud for each name. Sells managed clusters in these clouds. */
export const managedMarket = (endpoints: Endpoints, ...names: string[]): Promise<SimulatedMarket> =>
  marketOf(endpoints, names);

/** Starts one cloud with several zones. Each zone is sold separately. */
export const zonedMarket = (endpoints: Endpoints, name: string, zones: readonly string[]): Promise<SimulatedMarket> =>
  marketOf(endpoints, [name], { zones });

async function marketOf(
  endpoints: Endpoints,
  names: readonly string[],
  sold: { zones?: readonly string[] } = {},
): Promise<SimulatedMarket> {
  const [rancher, ...started] = await Promise.all([startSimulator('rancher'), ...names.map(startCloud)]);
  await rancher.setDelays({ pace: 0.05 });
  const market = await sellManagedClusters(apiClient(endpoints.api, endpoints.tokens.staff), {
    rancher: announcements.rancher.parse(rancher.printed),
    clouds: Object.fromEntries(started.map(({ cloud }, index) => [names[index] ?? '', cloud])),
    ...sold,
  });
  const all = [rancher, ...started.flatMap(({ openstack, vmRunner }) => [vmRunner, openstack])];
  const stop = async () => void (await Promise.all(all.map((simulator) => simulator.stop())));
  return { ...market, rancher, openstacks: started.map(({ openstack }) => openstack), stop };
}
