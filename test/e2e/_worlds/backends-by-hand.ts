import { z } from 'zod';
import { announcements } from '#infra/local/simulators';
import { logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import type { Simulator } from '#test/contracts/start-simulator';

const servers = z.object({ servers: z.array(z.object({ id: z.string(), name: z.string() })) });
const nodes = z.object({ data: z.array(z.object({ requestedHostname: z.string() })) });
const machines = z.object({
  data: z
    .array(z.object({ id: z.string(), metadata: z.object({ labels: z.record(z.string(), z.string()) }) }))
    .nullish(),
});
const MACHINES = '/v1/cluster.x-k8s.io.machines';
const found = <T>(item: T | undefined, name: string): T => {
  if (item === undefined) throw new Error(`there is no ${name}`);
  return item;
};

/** Changes in the cloud or in Rancher that somebody makes without Paddock. */
export async function backendsByHand(openstack: Simulator, rancher: Simulator) {
  const admin = await logInAsAdmin(announcements.openstack.parse(openstack.printed));
  const { url, access_key, secret_key } = announcements.rancher.parse(rancher.printed);
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const askRancher = async (method: string, path: string): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, { method, headers: { authorization } });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const listServers = async () => (await admin.ask('compute', 'GET', '/servers/detail?all_tenants=1', servers)).servers;
  const listNodes = async () => nodes.parse(await askRancher('GET', '/v3/nodes')).data;
  return {
    serverNames: async () => (await listServers()).map(({ name }) => name).sort(),
    nodeNames: async () => (await listNodes()).map(({ requestedHostname }) => requestedHostname).sort(),
    async removeServer(name: string): Promise<void> {
      const { id } = found(
        (await listServers()).find((server) => server.name === name),
        name,
      );
      await admin.ask('compute', 'DELETE', `/servers/${id}`, z.unknown());
    },
    /** Deletes the node's machine in Rancher. If only the node were deleted, Rancher would register it again. */
    async removeNode(name: string): Promise<void> {
      const { data } = machines.parse(await askRancher('GET', `${MACHINES}/fleet-default`));
      const { id } = found(
        data?.find(({ metadata }) => metadata.labels['rke.cattle.io/node-name'] === name),
        name,
      );
      await askRancher('DELETE', `${MACHINES}/${id}`);
    },
  };
}
