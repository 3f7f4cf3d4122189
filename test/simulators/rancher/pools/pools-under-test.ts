import { expect } from 'vitest';
import { z } from 'zod';
import { serveSimulator } from '../../_kit/serve-simulator.ts';
import { simulator as openstack } from '../../openstack.ts';
import { eventually, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const printed = z.object({
  auth_url: z.string(),
  projects: z.object({
    demo: z.object({
      ...{ application_credential_id: z.string(), application_credential_secret: z.string(), network_id: z.string() },
      security_group_id: z.string(),
      ...{ username: z.string(), password: z.string() },
    }),
  }),
  images: z.record(z.string(), z.string()),
});
const state = z.object({
  servers: z.array(z.looseObject({ id: z.string(), name: z.string(), status: z.string() })),
  keypairs: z.array(z.looseObject({ name: z.string() })),
  volumes: z.array(z.looseObject({ id: z.string() })),
});

/** Starts an OpenStack simulator with short delays, for the driver. */
export async function startOpenstack() {
  const definition = openstack([]);
  Object.assign(definition.delays, { serverBuild: 5, serverDelete: 5, volumeCreate: 5, volumeDelete: 5 });
  const running = await serveSimulator(definition);
  return {
    ...running,
    ...printed.parse(definition.credentials(running.url)),
    async shown() {
      const answer = await fetch(`${running.url}/_sim/state`, { signal: AbortSignal.timeout(5_000) });
      return state.parse(await answer.json());
    },
    fault: (fault: object) =>
      fetch(`${running.url}/_sim/faults`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        ...{ body: JSON.stringify(fault), signal: AbortSignal.timeout(5_000) },
      }),
    clearFaults: () => fetch(`${running.url}/_sim/faults`, { method: 'DELETE', signal: AbortSignal.timeout(5_000) }),
    reset: () => fetch(`${running.url}/_sim/reset`, { method: 'POST', signal: AbortSignal.timeout(5_000) }),
  };
}
export type TestOpenstack = Awaited<ReturnType<typeof startOpenstack>>;

const object = z.looseObject({
  ...{ id: z.string(), type: z.string() },
  metadata: z.looseObject({
    ...{ name: z.string(), uid: z.string(), resourceVersion: z.string() },
    labels: z.record(z.string(), z.string()).default({}),
    annotations: z.record(z.string(), z.string()).default({}),
    ownerReferences: z.array(z.looseObject({ kind: z.string(), name: z.string() })).default([]),
    state: z.looseObject({ name: z.string(), message: z.string() }),
  }),
  spec: z.record(z.string(), z.unknown()).default({}),
  status: z.record(z.string(), z.unknown()).default({}),
});
export type ShownObject = z.infer<typeof object>;

async function patch({ url, pair }: Pick<TestRancher, 'url' | 'pair'>, path: string, body: object) {
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  const answer = await fetch(url + path, {
    ...{ method: 'PATCH', headers: { authorization, 'content-type': 'application/merge-patch+json' } },
    ...{ body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) },
  });
  const given: unknown = await answer.json();
  return { status: answer.status, body: given };
}

async function makeCredential({ send }: Pick<TestRancher, 'send'>, cloud: TestOpenstack, name: string): Promise<void> {
  const { application_credential_id: id, application_credential_secret: secret } = cloud.projects.demo;
  const texts = { 'openstack-applicationCredentialId': id, 'openstack-applicationCredentialSecret': secret };
  const data = Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  const body = { metadata: { name, namespace: 'fleet-default' }, data: Object.fromEntries(data), _type: 'Opaque' };
  expect((await send('POST', '/v1/secrets', body)).status).toBe(201);
}

const CLUSTERS = '/v1/provisioning.cattle.io.clusters';
export const CONFIGS = '/v1/rke-machine-config.cattle.io.openstackconfigs';

export async function startPools(cloud: TestOpenstack, delays: Record<string, number> = {}) {
  const rancher = await startRancher({ pace: 0.005, nodeActive: 500, machineBoot: 200, ...delays });
  const { send } = rancher;
  const list = async (type: string): Promise<ShownObject[]> =>
    z.object({ data: z.array(object) }).parse((await send('GET', `/v1/${type}s`)).body).data;
  const config = (more: object = {}) => ({
    ...{ authUrl: cloud.auth_url, flavorId: '2', imageId: cloud.images['ubuntu-24.04'] },
    ...{ netId: cloud.projects.demo.network_id, secGroups: 'default', bootFromVolume: true, volumeSize: '20' },
    ...more,
  });
  return {
    ...rancher,
    list,
    config,
    credential: (name = 'cloud') => makeCredential(rancher, cloud, name),
    makeConfig: (name: string, more: object = {}) =>
      send('POST', CONFIGS, { metadata: { name, namespace: 'fleet-default' }, ...config(more) }),
    order: (pools: object[], more: object = {}, name = 'blue') =>
      send('POST', CLUSTERS, {
        metadata: { name, namespace: 'fleet-default' },
        spec: {
          ...{ kubernetesVersion: 'v1.32.3+rke2r1', cloudCredentialSecretName: 'cloud' },
          ...{ rkeConfig: { machinePools: pools }, ...more },
        },
      }),
    cluster: async (name = 'blue') => object.parse((await send('GET', `${CLUSTERS}/fleet-default/${name}`)).body),
    /** Changes the pools with the given function. Tries again if another writer was faster. */
    change: (edit: (pools: Record<string, unknown>[]) => object[], name = 'blue') =>
      eventually(async () => {
        const { body } = await send('GET', `${CLUSTERS}/fleet-default/${name}`);
        const { rkeConfig, ...spec } = object.parse(body).spec;
        const given = z.looseObject({ machinePools: z.array(z.record(z.string(), z.unknown())) }).parse(rkeConfig);
        const changed = {
          ...Object(body),
          spec: { ...spec, rkeConfig: { ...given, machinePools: edit(given.machinePools) } },
        };
        const put = await send('PUT', `${CLUSTERS}/fleet-default/${name}`, changed);
        expect(put.status).toBe(200);
        return object.parse(put.body);
      }),
    remove: (name = 'blue') => send('DELETE', `${CLUSTERS}/fleet-default/${name}`),
    setDelays: (given: object) => send('PUT', '/_sim/delays', given),
    tryPatch: (path: string, body: object) => patch(rancher, path, body),
    async patch(path: string, body: object): Promise<void> {
      expect((await patch(rancher, path, body)).status).toBe(200);
    },
    machines: () => list('cluster.x-k8s.io.machine'),
    /** Waits until the cluster has exactly this many machines and all of them run. */
    running: (count: number, name = 'blue') =>
      eventually(async () => {
        const machines = (await list('cluster.x-k8s.io.machine')).filter(
          ({ metadata }) => metadata.labels['cluster.x-k8s.io/cluster-name'] === name,
        );
        expect(machines.map(({ metadata }) => metadata.state.name)).toEqual(Array(count).fill('running'));
        return machines;
      }),
  };
}
export type TestPools = Awaited<ReturnType<typeof startPools>>;

export const pool = (name: string, roles: string, more: object = {}) => ({
  ...{ name, quantity: 1, machineConfigRef: { kind: 'OpenstackConfig', name: `nc-${name}` } },
  ...{ etcdRole: roles.includes('e'), controlPlaneRole: roles.includes('c'), workerRole: roles.includes('w') },
  ...more,
});
