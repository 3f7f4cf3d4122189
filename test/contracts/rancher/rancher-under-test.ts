import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Connect } from '#shared/adapters/json-client';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Rancher } from '#shared/ports/rancher';
import type { NewProvisioningCluster, RancherNode } from '#shared/ports/rancher-objects';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { someRancherSettings } from '#test/builders';
import type { Simulator } from '../start-simulator.ts';
import { storedSecrets } from '../stored-secrets.ts';
import type { PoolCloud } from './pools/cloud-beside.ts';

export const VERSION = 'v1.31.7+rke2r1';
/** The registry of the provider that the sessions are opened for. */
export const REGISTRY = { url: 'example.com', user: 'user', password: '1234' };
export const EVENTUALLY = { timeout: 60_000, interval: 50 };

export type RancherUnderTest = {
  url: string;
  key: { username: string; password: string };
  /** Present where failures can be planned. */
  simulator?: Simulator;
  /** Lets a machine of all roles join; present where machines can be played. */
  joinMachine?(token: string, name: string): Promise<void>;
  /** Present where Rancher can make machines itself. */
  cloud?: PoolCloud;
  stop(): Promise<void>;
};
export type OpenedRancher = {
  backend: RancherUnderTest;
  rancher: Rancher;
  /** What the run's clusters and tokens carry. */
  label: Record<string, string>;
  /** A session with another key, or with no secret at all, or over other connections. */
  open(key: unknown, connect?: Connect): Promise<Rancher>;
  /** What to make a cluster of; it is removed when the suite closes. */
  newCluster(labels?: Record<string, string>): NewProvisioningCluster;
  /** A new cluster that Rancher has given its management id. */
  aManagedCluster(): Promise<{ name: string; id: string }>;
  nodesIn(cluster: { id: string; name: string }): Promise<RancherNode[]>;
  aProject(clusterId: string, name: string): Promise<string>;
  /** A management cluster, when the suite closes. */
  removeLater(id: string): void;
  close(): Promise<void>;
};

export async function openRancher(backend: RancherUnderTest): Promise<OpenedRancher> {
  const open = openerOf(backend.url);
  const rancher = await open({ ...backend.key, privateRegistryPassword: REGISTRY.password });
  const label = { 'paddock.test/run': randomUUID() };
  const names: string[] = [];
  const imported: string[] = [];
  const newCluster = (labels: Record<string, string> = label): NewProvisioningCluster => {
    const item = { name: `contract-${randomUUID().slice(0, 8)}`, labels, kubernetesVersion: VERSION };
    names.push(item.name);
    return item;
  };
  return {
    ...{ backend, rancher, label, open, newCluster },
    async aManagedCluster() {
      const { name } = await rancher.createProvisioningCluster(newCluster());
      return { name, id: await assignedId(rancher, name) };
    },
    nodesIn: ({ id: backendId, name }) => rancher.listNodes({ backendId, name }),
    aProject: (clusterId, name) => makeProject(backend, clusterId, name),
    removeLater: (id) => void imported.push(id),
    async close() {
      for (const name of names) await rancher.deleteProvisioningCluster(name);
      for (const id of imported) await rancher.deleteCluster(id);
      await backend.stop();
      await backend.cloud?.stop();
    },
  };
}

/** The value of a cluster's registration token, once Rancher has issued it. */
export async function issuedToken({ rancher }: OpenedRancher, clusterId: string): Promise<string> {
  const value = async () => (await rancher.listRegistrationTokens(clusterId)).find((it) => it.token)?.token;
  await expect.poll(value, EVENTUALLY).toBeTruthy();
  return (await value()) ?? '';
}

const openerOf =
  (url: string): OpenedRancher['open'] =>
  (key, connect) => {
    const settings = someRancherSettings();
    settings.options.backendUrl = url;
    settings.options.privateRegistry = { url: REGISTRY.url, user: REGISTRY.user };
    const secrets = storedSecrets(key === undefined ? {} : { [secretName('test', 'rancher', settings.uuid)]: key });
    const options = { secrets, stage: 'test', clock: systemClock, ...(connect && { connect }) };
    return rancherSessions(options).open(settings);
  };

async function assignedId(rancher: Rancher, name: string): Promise<string> {
  const managementId = async () => (await rancher.findProvisioningCluster(name))?.managementId;
  await expect.poll(managementId, EVENTUALLY).toMatch(/^c-/);
  return (await managementId()) ?? '';
}

type ByHand = Pick<RancherUnderTest, 'url' | 'key'>;
/** What somebody makes in Rancher by hand; answers its id. */
async function post({ url, key: { username, password } }: ByHand, path: string, body: object): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

/** A cluster that was made elsewhere and is registered in Rancher, as its "Import Existing" does: nothing says how to install it. */
export async function aRegisteredCluster({
  backend,
  rancher,
  newCluster,
}: OpenedRancher): Promise<{ name: string; id: string }> {
  const { name, labels } = newCluster();
  const metadata = { name, namespace: 'fleet-default', labels };
  const type = 'provisioning.cattle.io.cluster';
  await post(backend, `/v1/${type}s`, { type, metadata, spec: {} });
  return { name, id: await assignedId(rancher, name) };
}

/** A cluster of somebody's that Rancher manages, and that no Kubernetes object stands for: only a name is given. */
export async function anImportedCluster({
  backend,
  removeLater,
}: OpenedRancher): Promise<{ name: string; id: string }> {
  const name = `contract-${randomUUID().slice(0, 8)}`;
  const id = await post(backend, '/v3/clusters', { type: 'cluster', name });
  removeLater(id);
  return { name, id };
}

export const makeProject = (at: ByHand, clusterId: string, name: string): Promise<string> =>
  post(at, '/v3/projects', { clusterId, name, description: 'by hand' });

/** An API key of the suite's own account that names a cluster, or none; answers its id. */
export const makeKey = (at: ByHand, description: string, clusterId?: string): Promise<string> =>
  post(at, '/v3/tokens', { type: 'token', description, ttl: 600_000, ...(clusterId !== undefined && { clusterId }) });
