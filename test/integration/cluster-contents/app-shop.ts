import { expect, vi } from 'vitest';
import { z } from 'zod';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { beginApp, ensureNamespace } from '#shared/app/cluster-contents/steps/begin-app';
import { installApp, uninstallApp, upgradeApp } from '#shared/app/cluster-contents/steps/install-app';
import { failApp, finishApp, forgetApp, watchApp } from '#shared/app/cluster-contents/steps/watch-app';
import { syncContents } from '#shared/app/cluster-contents/sync-contents';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import type { Operation } from '#shared/domain/_core/operation';
import { AppError } from '#shared/errors';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { ofCluster } from '#test/operations';
import type { Shop } from './shop-cluster.ts';

type Step = (deps: RancherDeps, input: unknown) => Promise<unknown>;
const looked = z
  .object({ deployed: z.boolean() })
  .or(z.object({ gone: z.boolean() }).transform(({ gone }) => ({ deployed: gone })));

/** The steps of the three state machines for applications. Each list is in the order of the state machine. */
const MACHINES: Readonly<Record<string, { steps: Step[]; until: Step; end: Step }>> = {
  'create-app': {
    steps: [beginApp.call, ensureNamespace.call, installApp.call],
    until: watchApp.call,
    end: finishApp.call,
  },
  'update-app': { steps: [beginApp.call, upgradeApp.call], until: watchApp.call, end: finishApp.call },
  'delete-app': { steps: [beginApp.call], until: uninstallApp.call, end: forgetApp.call },
};

export const stepDepsOf = ({ market: { store, clock, secrets, stage, log } }: Shop): RancherDeps => ({
  ...{ store, clock, secrets, stage, log, ids: randomIds },
  rancher: rancherSessions({ secrets, stage, clock: systemClock }),
  slots: { perProvider: 20, keptMs: 65_000 },
});

type Running = { twice?: boolean };

/** Runs an application's pending operation until the operation has succeeded or failed. */
export async function runAppMachine(shop: Shop, { twice = false }: Running = {}): Promise<Operation> {
  const deps = stepDepsOf(shop);
  const { operations } = await shop.market.store.outbox.listPending(10);
  const found =
    operations.map(ofCluster).find(({ machine }) => machine.endsWith('-app')) ?? expect.fail('no operation waits');
  const { uuid: operationUuid, clusterUuid, appUuid } = found;
  const target = { operationUuid, clusterUuid, appUuid };
  const machine = MACHINES[found.machine] ?? expect.fail(found.machine);
  try {
    for (const step of machine.steps.flatMap((it) => (twice ? [it, it] : [it]))) await step(deps, target);
    const observation = async () => looked.parse(await machine.until(deps, target)).deployed;
    await vi.waitUntil(observation, EVENTUALLY);
    await machine.end(deps, target);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const caught = { error: error.name, cause: error.message, failedStep: 'rancher.watchApp' };
    await failApp.call(deps, { ...target, ...caught });
  }
  await shop.market.store.outbox.remove(found);
  return found;
}

const CHARTS = 'https://charts.example.org/';
const row = z.looseObject({ url: z.string(), uuid: z.string() });

/** Helpers for the catalog `example`. By default, `order` installs the chart `shop` as the release `store`. */
export type Charts = {
  rancherProject: { url: string; backendId: string };
  /** The body of a request for an installation in the namespace `shop`. Undefined fields are left out. */
  order(fields?: object): Promise<object>;
  /** The object at a path of the cluster's Kubernetes API. Undefined if the object does not exist. */
  found(path: string): Promise<unknown>;
  values(name: string): Promise<Record<string, unknown> | undefined>;
  installByHand(name: string): Promise<void>;
  upgradeByHand(name: string): Promise<void>;
  /** Pulls all lists, even lists that have been pulled recently. */
  pullAgain(): Promise<void>;
  /** Sets the charts that Rancher finds at a repository's URL from now on. */
  publish(url: string, charts: object[]): Promise<void>;
};

const CATALOGS = '/apis/catalog.cattle.io/v1/clusterrepos';

export async function openShopWithCharts<S extends Shop>(shop: S): Promise<S & Charts> {
  const { cluster, inside, listed, opened, send, market } = shop;
  const { rancher } = opened;
  const id = cluster.backendId;
  const metadata = { name: 'example' };
  await inside.post(CATALOGS, {
    apiVersion: 'catalog.cattle.io/v1',
    kind: 'ClusterRepo',
    metadata,
    spec: { url: CHARTS },
  });
  await expect.poll(() => rancher.listCharts(id, 'example'), EVENTUALLY).not.toEqual([]);
  const pull = async () => void (await syncContents(stepDepsOf(shop), await market.store.clusters.get(cluster.uuid)));
  await pull();
  const { body: projects } = await send('GET', `rancher-projects/?cluster_uuid=${cluster.uuid}&name_exact=shop`);
  const [rancherProject = expect.fail()] = z.array(row.extend({ backend_id: z.string() })).parse(projects);
  const urlOf = async (collection: string, name: string) => (await listed(collection, name))?.url ?? expect.fail(name);
  const [template, namespace] = [await urlOf('rancher-templates', 'shop'), await urlOf('rancher-namespaces', 'shop')];
  async function byHand(action: 'installCharts' | 'upgradeCharts', name: string, revision: number): Promise<void> {
    const chart = { chart: 'shop', version: '1.0.0', releaseName: name, values: {}, annotations: {} };
    await rancher[action](id, 'example', { namespace: 'shop', charts: [chart] });
    const found = async () => rancher.findApp(id, { namespace: 'shop', name });
    await expect.poll(found, EVENTUALLY).toMatchObject({ status: 'deployed', revision });
  }
  return {
    ...shop,
    pull,
    async pullAgain() {
      await market.store.contents.forget(cluster.uuid);
      await pull();
    },
    async publish(url, charts) {
      const answer = await fetch(`${shop.simulator.url}/_sim/charts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url, charts }),
        signal: AbortSignal.timeout(10_000),
      });
      expect(answer.status).toBe(201);
    },
    rancherProject: { url: rancherProject.url, backendId: rancherProject.backend_id },
    order: async (fields = {}) => ({
      ...{ name: 'store', version: '1.0.0', service_settings: shop.settingsUuid, project: market.projectUuid },
      ...{ template, namespace, rancher_project: rancherProject.url },
      ...fields,
    }),
    async found(path) {
      const { status, body } = await inside.get(path);
      return status === 404 ? undefined : body;
    },
    async values(name) {
      const place = { namespace: 'shop', name };
      const { revision = 0 } = (await rancher.findApp(id, place)) ?? {};
      return (await rancher.findAppRevision(id, place, revision))?.values;
    },
    installByHand: (name) => byHand('installCharts', name, 1),
    upgradeByHand: (name) => byHand('upgradeCharts', name, 2),
  };
}
