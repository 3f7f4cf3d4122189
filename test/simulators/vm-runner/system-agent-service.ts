import { parse } from 'yaml';
import { z } from 'zod';
import { type Machine, type PlanAddress, pause } from './machine.ts';
import { openFrom } from './machine-http.ts';

const connectionInfo = z.object({ kubeConfig: z.string(), namespace: z.string(), secretName: z.string() });
const kubeConfig = z.object({
  clusters: z.array(z.object({ cluster: z.object({ server: z.string() }) })),
  users: z.array(z.object({ user: z.object({ token: z.string() }) })),
});

/** Reads the plan's address from the answer of `/v3/connect/agent`. Undefined when there is no plan to watch. */
export function planAddress(body: string): PlanAddress | undefined {
  const info = connectionInfo.safeParse(JSON.parse(body)).data;
  const config = kubeConfig.safeParse(info && parse(info.kubeConfig)).data;
  const [server, token] = [config?.clusters[0]?.cluster.server, config?.users[0]?.user.token];
  if (!info || server === undefined || token === undefined) return undefined;
  return { server, token, namespace: info.namespace, secretName: info.secretName };
}

/**
 * Watches the machine's plan for as long as the machine runs, as rancher-system-agent does. The plan itself is not
 * applied, because a plan only changes files and programs on the machine.
 */
export function startSystemAgent(machine: Machine): void {
  const { plan } = machine;
  if (plan) void watchPlan(machine, plan).catch(() => undefined);
}

async function watchPlan(machine: Machine, { server, token, namespace, secretName }: PlanAddress): Promise<void> {
  const query = new URLSearchParams({ watch: 'true', fieldSelector: `metadata.name=${secretName}` });
  const url = `${server}/api/v1/namespaces/${namespace}/secrets?${query.toString()}`;
  while (!machine.signal.aborted) {
    await openFrom(machine, url, [['Authorization', `Bearer ${token}`]]);
    await pause(machine, machine.delays.installRetry);
  }
}
