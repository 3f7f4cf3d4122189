import { z } from 'zod';
import { OperatorError } from '#infra/local/operator-error';
import type { RunningProcess } from '#infra/local/processes';
import { until } from '#infra/local/until';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';

const services = z.object({ services: z.array(z.object({ binary: z.string(), state: z.string() })) });
const hypervisors = z.object({ hypervisors: z.array(z.unknown()) });
const providers = z.object({ resource_providers: z.array(z.unknown()) });
const WORKERS = ['nova-conductor', 'nova-scheduler', 'nova-compute', 'cinder-scheduler', 'cinder-volume'];
const TIMEOUT_MS = 300_000;

/**
 * Waits until OpenStack can make its first server: every worker is up, and Nova and Placement know the host.
 * @throws OperatorError when a worker ends or it takes too long
 */
export async function untilReady(admin: CloudUser, workers: RunningProcess[], signal: AbortSignal): Promise<void> {
  const ended = new Map<string, number | string>();
  for (const worker of workers)
    void worker.exited.then((code) => ended.set(`${worker.name} (${worker.logFile})`, code));
  let missing: string[] = [];
  const patience = { timeoutMs: TIMEOUT_MS, intervalMs: 500, signal };
  const tooLate = `OpenStack was not ready after ${TIMEOUT_MS / 1000} s: see the logs of its services`;
  await until({ ...patience, tooLate }, async () => {
    for (const [worker, code] of ended)
      throw new OperatorError(`${worker} stopped while it was starting (${code}): see its log.`);
    missing = await missingParts(admin);
    return missing.length === 0 ? true : undefined;
  });
}

async function missingParts(admin: CloudUser): Promise<string[]> {
  const nova = await admin.ask('compute', 'GET', '/os-services', services);
  const cinder = await admin.ask('block-storage', 'GET', '/os-services', services);
  const up = [...nova.services, ...cinder.services].filter(({ state }) => state === 'up').map(({ binary }) => binary);
  const missing = WORKERS.filter((worker) => !up.includes(worker));
  if (missing.length > 0) return missing;
  const hosts = await admin.ask('compute', 'GET', '/os-hypervisors', hypervisors);
  const known = await admin.ask('placement', 'GET', '/resource_providers', providers);
  return [
    ...(hosts.hypervisors.length === 0 ? ['a host in Nova'] : []),
    ...(known.resource_providers.length === 0 ? ['a host in Placement'] : []),
  ];
}
