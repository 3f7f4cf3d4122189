import { vi } from 'vitest';
import { z } from 'zod';
import { type Begun, clusterOf, EVENTUALLY, type StepWorld } from './step-world.ts';

const shown = z.object({ metadata: z.object({ annotations: z.record(z.string(), z.string()).nullish() }) });
const provisioning = z.object({
  spec: z.object({ rkeConfig: z.object({ machinePools: z.array(z.looseObject({ name: z.string() })) }) }),
});

/** The calls that the cluster autoscaler and its operators make to Rancher and Cluster API. */
export function autoscalerOf(world: StepWorld, begun: Begun) {
  const { username, password } = world.rancherKey;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${world.rancherSimulator.url}/v1/${path}`, {
      ...{ method, headers: { authorization, 'content-type': 'application/merge-patch+json' } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  const rancher = () => world.rancher.open(world.settings);
  const deployment = async (pool: string) => {
    const found = await (await rancher()).listPoolDeployments(await clusterOf(world, begun));
    const own = found.find(({ poolName }) => poolName === pool);
    if (!own) throw new Error(`there is no deployment of ${pool}`);
    return own;
  };
  const pathOf = async (pool: string) =>
    `cluster.x-k8s.io.machinedeployments/fleet-default/${(await deployment(pool)).name}`;
  return {
    deployment,
    /** Sets the number of machines and waits until these machines exist. */
    async writes(pool: string, replicas: number): Promise<void> {
      await ask('PATCH', await pathOf(pool), { spec: { replicas } });
      const isDone = async () => {
        const { available, replicas: present } = await deployment(pool);
        if (available !== replicas || present !== replicas) throw new Error(`${pool} has ${available} machines`);
      };
      await vi.waitFor(isDone, EVENTUALLY);
    },
    /** Sets the number of machines and does not wait for them. */
    asks: async (pool: string, replicas: number) => ask('PATCH', await pathOf(pool), { spec: { replicas } }),
    annotations: async (pool: string) => shown.parse(await ask('GET', await pathOf(pool))).metadata.annotations ?? {},
    async pool(name: string) {
      const { name: cluster, provisioningName = cluster } = await clusterOf(world, begun);
      const found = await ask('GET', `provisioning.cattle.io.clusters/fleet-default/${provisioningName}`);
      return provisioning.parse(found).spec.rkeConfig.machinePools.find((pool) => pool.name === name);
    },
  };
}
