import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { grantArgocdAccess } from '#shared/app/cluster-access/argocd-access';
import { labelArgocdCluster } from '#shared/app/cluster-access/label-argocd-cluster';
import { renewArgocdAccess } from '#shared/app/cluster-access/renew-argocd-access';
import { registerCluster, sweepAccess, unregisterCluster } from '#shared/app/cluster-access/steps/argocd-clusters';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import { changed } from '#shared/domain/_core/record';
import { argocdSecretName, argocdTokenDescription } from '#shared/domain/planning/naming';
import type { OptionValues } from '#shared/domain/providers/resource-options';
import { askKubernetes, readSecret } from '#test/contracts/argocd/argocd-under-test';
import {
  type Begun,
  clusterOf,
  preparedOrder,
  stableStateOf,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { withArgocd } from '../providers/argocd-provider.ts';

const world = await stepWorldPerFile();
const { clock } = world;
const backend = await withArgocd(world, world.settings);
const { simulator: kubernetes, namespace } = backend;
const { deps } = world;

beforeEach(async () => {
  await kubernetes.clearFaults();
  await world.rancherSimulator.clearFaults();
});

async function secretOf({ cluster }: Begun) {
  const name = argocdSecretName(cluster.uuid);
  const rows = z.array(z.object({ id: z.string() })).parse((await stateOf(kubernetes)).secrets ?? []);
  return rows.some(({ id }) => id === `${namespace}/${name}`) ? readSecret(backend, name) : undefined;
}
/** The cluster's API keys in Rancher. The keys of a deleted account disappear a short time after the account. */
async function keysOf({ cluster }: Begun): Promise<string[]> {
  const rows = z.array(z.object({ id: z.string(), description: z.string() }));
  const all = rows.parse((await stableStateOf(world.rancherSimulator)).apiTokens ?? []);
  return all.filter((key) => key.description === argocdTokenDescription(cluster.uuid)).map(({ id }) => id);
}
const register = (begun: Begun) => registerCluster.call(deps, begun.target);
const tokenOf = async (begun: Begun) => (await clusterOf(world, begun)).argocdToken;

describe('a cluster of a provider with Argo CD', () => {
  test('gets a key of its own at Rancher, which stands in Argo CD’s Secret only (S0-138, S0-195, S0-294, S0-295)', async () => {
    const begun = await preparedOrder(world);
    await register(begun);
    const cluster = await clusterOf(world, begun);
    const [id, ...others] = await keysOf(begun);
    expect(others).toEqual([]);
    expect(cluster.argocdToken).toMatchObject({ id, expiresAt: expect.any(String), renewAt: expect.any(String) });
    const secret = await secretOf(begun);
    expect(secret?.metadata.labels).toEqual({
      'argocd.argoproj.io/secret-type': 'cluster',
      'paddock.cloud/cluster': cluster.uuid,
    });
    expect(secret?.data.name).toBe(cluster.name);
    expect(secret?.data.server).toBe(`${world.settings.options.backendUrl}/k8s/clusters/${cluster.backendId}`);
    const { bearerToken } = z.object({ bearerToken: z.string() }).parse(JSON.parse(secret?.data.config ?? ''));
    expect(bearerToken.split(':')[0]).toBe(id);
    expect(JSON.stringify([cluster, world.logged])).not.toContain(bearerToken.split(':')[1]);
  });

  test('is labelled for Longhorn where it was ordered, for GitOps to install it (S0-196, S0-257)', async () => {
    const begun = await preparedOrder(world, { ...attributesIn(world), installLonghorn: true });
    await register(begun);
    expect((await secretOf(begun))?.metadata.labels).toMatchObject({ 'k8s.waldur.com/longhorn-enabled': 'true' });
  });

  test('is registered once, however often the step is repeated', async () => {
    const begun = await preparedOrder(world);
    await register(begun);
    const before = [await tokenOf(begun), await secretOf(begun)];
    await register(begun);
    expect([await tokenOf(begun), await secretOf(begun)]).toEqual(before);
  });

  test.each([
    ['the key was made', 'rancherSimulator', { method: 'POST', path: '/v3/tokens$' }],
    ['the Secret was written', 'kubernetes', { method: 'PATCH', path: '/secrets/' }],
  ] as const)('ends with one key when the answer was lost after %s', async (_what, which, where) => {
    const begun = await preparedOrder(world);
    const simulator = which === 'kubernetes' ? kubernetes : world.rancherSimulator;
    await simulator.plan({ kind: 'lose', nth: 1, ...where });
    await expect(register(begun)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await register(begun);
    expect(await keysOf(begun)).toEqual([(await tokenOf(begun))?.id]);
  });

  test('that began to be deleted meanwhile loses its access with the deletion', async () => {
    const begun = await preparedOrder(world);
    const late = {
      ...deps,
      argocd: {
        open: async (...given: Parameters<typeof deps.argocd.open>) => {
          const argocd = await deps.argocd.open(...given);
          if (!argocd) throw new Error('the provider has an Argo CD');
          const putCluster: typeof argocd.putCluster = async (cluster) => {
            await cancelOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'c' });
            await argocd.putCluster(cluster);
          };
          return { ...argocd, putCluster };
        },
      },
    };
    await expect(registerCluster.call(late, begun.target)).rejects.toMatchObject({ name: 'Conflict' });
    const { operationUuid = '' } = await clusterOf(world, begun);
    await unregisterCluster.call(deps, { ...begun.target, operationUuid });
    expect([await secretOf(begun), await keysOf(begun)]).toEqual([undefined, []]);
  });
});

describe('a managed cluster with options', () => {
  const options = { env: 'test', backup: true };
  const labels = { env: 'test', backup: 'true' };
  async function keepOptions({ resource }: Begun, changes: OptionValues): Promise<void> {
    const current = await world.store.resources.get(resource.uuid);
    await world.store.commit(world.store.resources.replace(changed(current, clock.now(), { options: changes })));
  }
  async function managedOrder(): Promise<Begun> {
    const begun = await preparedOrder(world);
    const cluster = changed(await clusterOf(world, begun), clock.now(), { managed: { networks: [], publicIps: [] } });
    await world.store.commit(world.store.clusters.replace(cluster));
    await keepOptions(begun, options);
    return begun;
  }

  test('is labelled with them from the beginning, and with those of meanwhile when the step is repeated', async () => {
    const begun = await managedOrder();
    await register(begun);
    expect((await secretOf(begun))?.metadata.labels).toMatchObject(labels);
    await keepOptions(begun, { ...options, env: 'production' });
    await register(begun);
    expect((await secretOf(begun))?.metadata.labels).toMatchObject({ ...labels, env: 'production' });
  });

  test('keeps the labels when its key is renewed, and gets them again with a Secret that was taken away', async () => {
    const begun = await managedOrder();
    await register(begun);
    const { argocdToken } = await clusterOf(world, begun);
    await grantArgocdAccess(deps, await clusterOf(world, begun));
    expect((await secretOf(begun))?.metadata.labels).toMatchObject(labels);
    expect(await keysOf(begun)).not.toContain(argocdToken?.id);
    await askKubernetes(backend, 'DELETE', argocdSecretName(begun.cluster.uuid));
    await grantArgocdAccess(deps, await clusterOf(world, begun));
    expect((await secretOf(begun))?.metadata.labels).toMatchObject(labels);
  });

  test('has the options of the last word, where they are changed between the look at the Secret and its labels', async () => {
    const begun = await managedOrder();
    await register(begun);
    const argocd = (await deps.argocd.open(backend.settings)) ?? expect.fail('the provider has an Argo CD');
    let isFirst = true;
    const overtaken: typeof argocd = {
      ...argocd,
      async addLabels(...change) {
        if (isFirst) {
          isFirst = false;
          await keepOptions(begun, { ...options, env: 'production' });
          await labelArgocdCluster({ store: world.store, argocd }, await clusterOf(world, begun));
        }
        await argocd.addLabels(...change);
      },
    };
    await keepOptions(begun, { ...options, env: 'staging' });
    await labelArgocdCluster({ store: world.store, argocd: overtaken }, await clusterOf(world, begun));
    expect((await secretOf(begun))?.metadata.labels).toMatchObject({ env: 'production' });
  });

  test('that is self-managed has no labels of them', async () => {
    const begun = await preparedOrder(world);
    await keepOptions(begun, options);
    await register(begun);
    expect((await secretOf(begun))?.metadata.labels).not.toHaveProperty('env');
  });
});

describe('the end of the access', () => {
  test('takes Secret and keys away, twice too, and the sweep names what is left before (S0-026)', async () => {
    const begun = await preparedOrder(world);
    await register(begun);
    const sweep = () => sweepAccess.call(deps, begun.target);
    const left = `Not deleted yet: Secret ${argocdSecretName(begun.cluster.uuid)} in Argo CD, account paddock-argocd-`;
    await expect(sweep()).rejects.toThrow(left);
    await unregisterCluster.call(deps, begun.target);
    await unregisterCluster.call(deps, begun.target);
    expect([await secretOf(begun), await keysOf(begun)]).toEqual([undefined, []]);
    await sweep();
  });
});

describe('the renewal', () => {
  /** A cluster whose creation has finished. Before that, the renewal does not write the key. */
  async function made(): Promise<Begun> {
    const begun = await preparedOrder(world);
    await register(begun);
    await finishCreation.call(deps, begun.target);
    return begun;
  }
  /** Advances the clock to the second at which the cluster's key must be replaced. */
  async function untilDue(begun: Begun): Promise<void> {
    const { renewAt = '' } = (await tokenOf(begun)) ?? {};
    clock.advance(Math.ceil((Date.parse(renewAt) - clock.now().getTime()) / 1000));
  }

  test('leaves a key alone that has time, and replaces it when a third of its life is left', async () => {
    const begun = await made();
    const [first, secretBefore] = [await tokenOf(begun), await secretOf(begun)];
    await renewArgocdAccess(deps);
    expect(await tokenOf(begun)).toEqual(first);
    await untilDue(begun);
    expect(await renewArgocdAccess(deps)).toBeGreaterThan(0);
    const renewed = await tokenOf(begun);
    expect(renewed?.id).not.toBe(first?.id);
    expect(await keysOf(begun)).toEqual([renewed?.id]);
    expect((await secretOf(begun))?.data.config).not.toBe(secretBefore?.data.config);
    expect(await renewArgocdAccess(deps)).toBe(0);
  });

  test('makes no key while Argo CD is away', async () => {
    const begun = await made();
    const before = await keysOf(begun);
    await untilDue(begun);
    await kubernetes.plan({ kind: 'refuse', path: `/secrets/${argocdSecretName(begun.cluster.uuid)}` });
    await expect(renewArgocdAccess(deps)).rejects.toThrow(begun.cluster.name);
    expect(await keysOf(begun)).toEqual(before);
    await kubernetes.clearFaults();
    await renewArgocdAccess(deps);
    expect(await keysOf(begun)).toEqual([(await tokenOf(begun))?.id]);
  });

  test('of one cluster that fails keeps no other waiting, and is said at the end', async () => {
    const [unlucky, lucky] = [await made(), await made()];
    const before = [await tokenOf(unlucky), await tokenOf(lucky)];
    await untilDue(lucky);
    const path = `/secrets/${argocdSecretName(unlucky.cluster.uuid)}`;
    await kubernetes.plan({ kind: 'status', status: 503, method: 'PATCH', path });
    await expect(renewArgocdAccess(deps)).rejects.toThrow(unlucky.cluster.name);
    expect(await tokenOf(unlucky)).toEqual(before[0]);
    expect((await tokenOf(lucky))?.id).not.toBe(before[1]?.id);
  });
});
