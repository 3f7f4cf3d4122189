import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Connect } from '#shared/adapters/json-client';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Rancher } from '#shared/ports/rancher';
import type { ActingRancher } from '#shared/ports/rancher/acting-rancher';
import type { NewProvisioningCluster, RancherNode } from '#shared/ports/rancher/rancher-objects';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { someRancherSettings } from '#test/builders/builders';
import type { Simulator } from '../start-simulator.ts';
import { storedSecrets } from '../stored-secrets.ts';
import type { PoolCloud } from './pools/cloud-beside.ts';

export const VERSION = 'v1.31.7+rke2r1';
/** The private registry in the provider settings that the suite uses. */
export const REGISTRY = { url: 'example.com', user: 'user', password: '1234' };
export const EVENTUALLY = { timeout: 60_000, interval: 50 };

export type RancherUnderTest = {
  url: string;
  key: { username: string; password: string };
  /** Undefined for a real Rancher, in which tests cannot inject failures. */
  simulator?: Simulator;
  /** Registers a machine with all roles. Undefined if the suite cannot simulate machines. */
  joinMachine?(token: string, name: string): Promise<void>;
  /** Undefined if Rancher cannot create machines. */
  cloud?: PoolCloud;
  stop(): Promise<void>;
};
export type OpenedRancher = {
  backend: RancherUnderTest;
  rancher: Rancher;
  /** The label of all clusters and tokens that this run creates. */
  label: Record<string, string>;
  /**
   * Opens a session with another API key, or without a key if `key` is undefined. `connect` replaces the usual
   * connections.
   */
  open(key: unknown, connect?: Connect): Promise<Rancher>;
  /** Opens a session that does everything as the account. */
  openAs(accountId: string, clusterId: string): Promise<ActingRancher>;
  /** The body of a create request for a cluster. The suite removes the cluster when it closes. */
  newCluster(labels?: Record<string, string>): NewProvisioningCluster;
  /** A new cluster that already has its management id from Rancher. */
  aManagedCluster(): Promise<{ name: string; id: string }>;
  nodesIn(cluster: { id: string; name: string }): Promise<RancherNode[]>;
  aProject(clusterId: string, name: string): Promise<string>;
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
    openAs: (accountId, clusterId) => {
      const { settings, sessions } = sessionsOf(backend.url, backend.key);
      return sessions.openAs({ settings, accountId, clusterId, patienceMs: PATIENCE_MS });
    },
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

/** How long a test waits until Rancher has applied new role bindings. */
const PATIENCE_MS = 5_000;

function sessionsOf(url: string, key: unknown, connect?: Connect) {
  const settings = someRancherSettings();
  settings.options.backendUrl = url;
  settings.options.privateRegistry = { url: REGISTRY.url, user: REGISTRY.user };
  const secrets = storedSecrets(key === undefined ? {} : { [secretName('test', 'rancher', settings.uuid)]: key });
  const options = { secrets, stage: 'test', clock: systemClock, ...(connect && { connect }) };
  return { settings, sessions: rancherSessions(options) };
}

const openerOf =
  (url: string): OpenedRancher['open'] =>
  (key, connect) => {
    const { settings, sessions } = sessionsOf(url, key, connect);
    return sessions.open(settings);
  };

async function assignedId(rancher: Rancher, name: string): Promise<string> {
  const managementId = async () => (await rancher.findProvisioningCluster(name))?.managementId;
  await expect.poll(managementId, EVENTUALLY).toMatch(/^c-/);
  return (await managementId()) ?? '';
}

type ByHand = Pick<RancherUnderTest, 'url' | 'key'>;
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

/** A cluster that was installed elsewhere and registered through Rancher's "Import Existing". It has no `rkeConfig`. */
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

/** A cluster that Rancher manages without a provisioning object. Rancher needs only a name to create such a cluster. */
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

export const makeKey = (at: ByHand, description: string, clusterId?: string): Promise<string> =>
  post(at, '/v3/tokens', { type: 'token', description, ttl: 600_000, ...(clusterId !== undefined && { clusterId }) });
