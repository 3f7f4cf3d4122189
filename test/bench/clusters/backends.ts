import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import type { BackendDelays } from './critical-path.ts';

const journal = z.array(z.object({ at: z.number(), client: z.string(), method: z.string(), url: z.string() }));

/** A request from Paddock to a backend. `at` is the time of this machine's clock. */
export type BackendRequest = { backend: string; at: number; method: string; url: string };

/** Each service of an OpenStack counts as a separate backend. The first segment of the path identifies the service. */
const OPENSTACK: Readonly<Record<string, string>> = {
  identity: 'Keystone',
  compute: 'Nova',
  network: 'Neutron',
  volume: 'Cinder',
  image: 'Glance',
  'load-balancer': 'Octavia',
};
const OTHERS: Readonly<Record<string, string>> = {
  ...{ rancher: 'Rancher', vault: 'Vault', argocd: 'Kubernetes' },
  management: 'Cluster API',
};

/**
 * The simulated machines and the program that runs them send a client name with each request. Paddock's requests have
 * none.
 */
const isPaddock = (client: string): boolean => client === '';

export type Backends = {
  openstack: string;
  vmRunner: string;
  rancher: string;
  vault: string;
  argocd: string;
  /** The address of the management cluster, if the bench has one. */
  management?: string;
};

export const sampleBackends = ({ openstack, rancher, vault, argocd, vm_runner }: Endpoints): Backends => ({
  openstack: openstack.demo ?? '',
  vmRunner: vm_runner,
  ...{ rancher, vault, argocd },
});

async function control(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/_sim/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`${url}/_sim/${path} answered ${answer.status}`);
  return answer.json();
}

/** A factor for Rancher's real times. Cluster API's time limits for machines shrink by the same factor. */
export const PACE = 0.02;

/**
 * Sets the delays of the simulators. Deletions and Rancher's other work on a cluster are fast, because their time is
 * not measured.
 */
export async function setDelays(
  { openstack, vmRunner, rancher }: Backends,
  { build, boot, nodeActive, clusterAssign }: BackendDelays,
  pace = PACE,
): Promise<void> {
  await control(openstack, 'PUT', 'delays', { serverBuild: build, serverDelete: 200, volumeDelete: 100 });
  await control(vmRunner, 'PUT', 'delays', { boot, poll: 50 });
  await control(rancher, 'PUT', 'delays', {
    pace,
    ...{ clusterAssign: clusterAssign / pace, nodeActive: nodeActive / pace },
  });
}

/** Paddock's requests since this time. The simulators keep the last 5,000 requests. */
export async function requestsSince({ vmRunner: _, ...asked }: Backends, sinceMs: number) {
  const simulators = Object.entries(asked);
  const found = await Promise.all(
    simulators.map(async ([simulator, url]) => {
      const rows = journal.parse(await control(url, 'GET', 'journal'));
      const ours = rows.filter(({ at, client }) => at >= sinceMs && isPaddock(client));
      return ours.map(({ at, method, url }) => ({ at, method, url, backend: backendOf(simulator, url) }));
    }),
  );
  return found.flat() satisfies BackendRequest[];
}

const backendOf = (simulator: string, url: string): string =>
  OTHERS[simulator] ?? OPENSTACK[url.split('/')[1] ?? ''] ?? simulator;
