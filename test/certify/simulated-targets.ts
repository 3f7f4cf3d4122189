import { z } from 'zod';
import { announcements } from '#infra/local/simulators';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { BACKENDS, type Target } from './targets.ts';

type Started = { readonly targets: Target[]; stop(): Promise<void> };

/**
 * Extracts the suite's access data from the line that each simulator prints. The field `played` in the access data says
 * that a Rancher or a Keycloak is a simulator.
 */
const ACCESS: Readonly<Record<Target['backend'], (printed: unknown) => object>> = {
  rancher: (printed) => ({ ...announcements.rancher.parse(printed), played: true }),
  openstack: (printed) => announcements.openstack.parse(printed),
  keycloak: (printed) => ({ ...announcements.keycloak.parse(printed), played: true }),
  vault(printed) {
    const { url, root_token: token } = announcements.vault.parse(printed);
    return { url, token };
  },
  argocd(printed) {
    const { kubeconfig, reader_kubeconfig: readerKubeconfig } = z
      .object({ kubeconfig: z.string(), reader_kubeconfig: z.string() })
      .parse(printed);
    return { ...announcements.argocd.parse(printed), kubeconfig, readerKubeconfig };
  },
};

export async function startSimulatedTargets(given: readonly Target[]): Promise<Started> {
  const missing = BACKENDS.filter((backend) => !given.some((target) => target.backend === backend));
  const started: Simulator[] = [];
  const stop = async () => void (await Promise.all(started.map((simulator) => simulator.stop())));
  try {
    const targets: Target[] = [];
    for (const backend of missing) {
      const simulator = await startSimulator(backend);
      started.push(simulator);
      targets.push({ backend, address: simulator.url, access: ACCESS[backend](simulator.printed) });
    }
    return { targets, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
