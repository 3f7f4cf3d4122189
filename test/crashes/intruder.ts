import { z } from 'zod';
import { announcements } from '#infra/local/simulators';
import { CLUSTER_NAME } from '#test/faults/cluster-name';
import type { CrashBed } from './crash-bed.ts';

const servers = z.object({ servers: z.array(z.object({ id: z.string(), name: z.string() })) });
const clusters = z.object({ data: z.array(z.object({ id: z.string(), metadata: z.object({ name: z.string() }) })) });

async function ask(method: string, url: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const sent = body && { body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(url, {
    method,
    signal,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
  });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}`);
  return answer;
}

/**
 * Deletes the cluster's machines in the cloud with the project's credential, without Paddock. Returns the number of
 * deleted machines.
 */
export async function removeServers({ simulators: { openstack } }: CrashBed): Promise<number> {
  const { auth_url, url, projects } = announcements.openstack.parse(openstack.printed);
  const { application_credential_id: id, application_credential_secret: secret } = projects.demo;
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const login = await ask('POST', `${auth_url}/auth/tokens`, {}, { auth: { identity } });
  const token = { 'x-auth-token': login.headers.get('x-subject-token') ?? '' };
  const list = await ask('GET', `${url}/compute/v2.1/servers`, token);
  const ours = servers.parse(await list.json()).servers.filter(({ name }) => name.startsWith(CLUSTER_NAME));
  for (const server of ours) await ask('DELETE', `${url}/compute/v2.1/servers/${server.id}`, token);
  return ours.length;
}

/** Deletes the cluster in Rancher, without Paddock. Returns the number of deleted clusters. */
export async function removeRancherCluster({ simulators: { rancher } }: CrashBed): Promise<number> {
  const { url, access_key, secret_key } = announcements.rancher.parse(rancher.printed);
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const path = `${url}/v1/provisioning.cattle.io.clusters`;
  const { data } = clusters.parse(await (await ask('GET', path, { authorization })).json());
  const ours = data.filter(({ metadata }) => metadata.name.startsWith(CLUSTER_NAME));
  for (const { id } of ours) await ask('DELETE', `${path}/${id}`, { authorization });
  return ours.length;
}
