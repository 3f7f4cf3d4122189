import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { updateResourceOptions } from '#shared/app/marketplace/update-resource-options';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { argocdLabels, argocdSecretName } from '#shared/domain/planning/naming';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { connectedArgocd } from '#shared/runtime/wiring/backends';
import { staff } from '#test/builders/builders';
import {
  type ArgocdUnderTest,
  askKubernetes,
  readSecret,
  rewriteSecret,
} from '#test/contracts/argocd/argocd-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Person } from '../_worlds/api-under-test.ts';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type ManagedStock, managedStockPerTest } from '../_worlds/managed-stock.ts';
import type { Market } from '../_worlds/market.ts';

let market: Market;
let stock: ManagedStock;
let site: SiteSettings;
managedStockPerTest((opened) => {
  ({ market, stock, site } = opened);
});

let kubernetes: Simulator;
let backend: ArgocdUnderTest;
beforeAll(async () => {
  kubernetes = await borrowSimulator('argocd');
  const printed = z.object({ kubeconfig: z.string(), namespace: z.string() }).parse(kubernetes.printed);
  backend = { ...printed, stop: kubernetes.stop };
});
afterAll(() => kubernetes.stop());
beforeEach(() => kubernetes.clearFaults());

const OPTIONS = {
  env: { type: 'select_string', label: 'Environment', choices: ['test', 'production'] },
  'team.example.org/name': { type: 'string', label: 'Team' },
  replicas: { type: 'integer', label: 'Replicas', min: 1, max: 9 },
  backup: { type: 'boolean', label: 'Backup' },
};
const NO_ARGOCD = [
  'Failed to update the ArgoCD secret because "argocd_k8s_kubeconfig" or "argocd_k8s_namespace" is not set in the offering.',
];

const define = (options: object = OPTIONS, person = market.people.staff) =>
  market.ask('POST', `marketplace-provider-offerings/${stock.order().offering}/update_resource_options/`, {
    ...person,
    body: { resource_options: { order: [], options } },
  });
const send = (uuid: string, options: unknown, person: Person = market.people.owner) =>
  market.ask('POST', `marketplace-resources/${uuid}/update_options/`, { ...person, body: { options } });
const shown = async (uuid: string) =>
  z
    .looseObject({ options: z.record(z.string(), z.unknown()) })
    .parse((await market.ask('GET', `marketplace-resources/${uuid}/`, market.people.owner)).body).options;

async function call(uuid: string, state: Resource['state']): Promise<void> {
  const { store, clock } = market;
  await store.commit(store.resources.replace(changed(await store.resources.get(uuid), clock.now(), { state })));
}

/** A managed cluster in state OK. Its provider has an Argo CD in which the cluster is registered. */
async function made() {
  await define();
  await stock.change({ argocd_k8s_kubeconfig: backend.kubeconfig, argocd_k8s_namespace: backend.namespace });
  const placed = await stock.place();
  await call(placed.resourceUuid, 'OK');
  const { store, secrets, stage } = market;
  const settings = await rancherSettingsOf({ store }, stock.provider.uuid);
  const argocd = await connectedArgocd(secrets, stage).open(settings);
  const secretName = argocdSecretName(placed.clusterUuid);
  const own = argocdLabels(placed.clusterUuid, false);
  const register = () =>
    argocd?.putCluster({ secretName, name: 'prod', server: 'https://r', bearerToken: 't:s', labels: own });
  await register();
  const labels = async () => (await readSecret(backend, secretName)).metadata.labels;
  return { uuid: placed.resourceUuid, secretName, register, labels, before: await labels() };
}

describe('options of a managed cluster', () => {
  test('become labels of its Secret in Argo CD, beside its own, and are merged into those it had', async () => {
    const { uuid, labels, before } = await made();
    const first = { env: 'test', 'team.example.org/name': 'ops', replicas: 3, backup: true };
    const submitted = { status: 200, body: { status: 'Resource options are submitted' } };
    expect(await send(uuid, first)).toMatchObject(submitted);
    const asText = { env: 'test', 'team.example.org/name': 'ops', replicas: '3', backup: 'true' };
    expect(await labels()).toEqual({ ...before, ...asText });
    expect(await send(uuid, { env: 'production' })).toMatchObject(submitted);
    expect(await labels()).toEqual({ ...before, ...asText, env: 'production' });
    expect(await shown(uuid)).toEqual({ ...first, env: 'production' });
  });

  test('leave a label alone that somebody else has written, before or since', async () => {
    const { uuid, labels, secretName } = await made();
    await rewriteSecret(backend, secretName, { labels: { env: 'theirs' } });
    await send(uuid, { env: 'test', backup: true });
    expect(await labels()).toMatchObject({ env: 'theirs', backup: 'true' });
    await rewriteSecret(backend, secretName, { labels: { backup: 'nightly' } });
    await send(uuid, { backup: false, replicas: 2 });
    expect(await labels()).toMatchObject({ backup: 'nightly', replicas: '2' });
  });

  test('stay labels when the cluster is registered again, and those of the registration stay as they are', async () => {
    const { uuid, labels, register, before } = await made();
    await send(uuid, { env: 'test' });
    await register();
    expect(await labels()).toEqual({ ...before, env: 'test' });
  });

  test('sent twice write once', async () => {
    const { uuid, secretName } = await made();
    await send(uuid, { env: 'test' });
    const writes = () => kubernetes.countOf('PATCH', secretName);
    const [before, resource] = [await writes(), await market.store.resources.get(uuid)];
    expect((await send(uuid, { env: 'test' })).status).toBe(200);
    expect(await writes()).toBe(before);
    expect(await market.store.resources.get(uuid)).toEqual(resource);
  });

  test('of two calls at the same time are all there, in the record and in Argo CD', async () => {
    const { uuid, labels } = await made();
    const answers = await Promise.all([
      send(uuid, { env: 'test' }),
      send(uuid, { backup: true }),
      send(uuid, { replicas: 4 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await shown(uuid)).toEqual({ env: 'test', backup: true, replicas: 4 });
    expect(await labels()).toMatchObject({ env: 'test', backup: 'true', replicas: '4' });
  });
});

describe('options that cannot be', () => {
  test('are refused by their names before anything is written', async () => {
    const { uuid, labels, before } = await made();
    const refused = async (options: unknown, body: unknown) =>
      expect(await send(uuid, options)).toMatchObject({ status: 400, body });
    await refused({ env: 'prod' }, { options: { env: ['"prod" is not a valid choice.'] } });
    await refused({ replicas: 10 }, { options: { replicas: ['Ensure this value is less than or equal to 9.'] } });
    await refused({ backup: 'maybe' }, { options: { backup: ['Must be a valid boolean.'] } });
    await refused({ enw: 'test' }, { options: { enw: ['Unknown option. Did you mean "env"?'] } });
    const named = {
      options: {
        'team.example.org/name': [expect.stringMatching(/^The value cannot be the value of a Kubernetes label/)],
      },
    };
    await refused({ backup: true, 'team.example.org/name': 'ops@example.org' }, named);
    await refused('env=test', { options: { non_field_errors: [expect.stringMatching(/^Invalid data/)] } });
    expect(await shown(uuid)).toEqual({});
    expect(await labels()).toEqual(before);
  });

  test('are all of them where the offering names none', async () => {
    const { uuid } = await made();
    await define({});
    const text = 'Metadata for resource options is not defined.';
    expect(await send(uuid, { env: 'test' })).toMatchObject({ status: 400, body: { options: [text] } });
  });

  test('are refused in Waldur’s words where the provider has no Argo CD, and are not kept', async () => {
    await define();
    const { resourceUuid: uuid } = await stock.place();
    await call(uuid, 'OK');
    expect(await send(uuid, { env: 'test' })).toMatchObject({ status: 400, body: NO_ARGOCD });
    expect(await shown(uuid)).toEqual({});
    await call(uuid, 'Erred');
    expect((await send(uuid, { env: 'test' })).status).toBe(200);
    expect(await shown(uuid)).toEqual({ env: 'test' });
  });
});

describe('an Argo CD that is away', () => {
  test('is seen before anything is written, as is a Secret that somebody has taken away', async () => {
    const { uuid, secretName } = await made();
    await kubernetes.plan({ kind: 'status', status: 503, method: 'GET', path: secretName });
    expect((await send(uuid, { env: 'test' })).status).toBe(503);
    await kubernetes.clearFaults();
    await askKubernetes(backend, 'DELETE', secretName);
    expect((await send(uuid, { env: 'test' })).status).toBe(502);
    expect(await shown(uuid)).toEqual({});
  });

  test('after the options were kept gets their labels by the same call again', async () => {
    const { uuid, labels, secretName } = await made();
    await kubernetes.plan({ kind: 'status', status: 503, method: 'PATCH', path: secretName });
    expect((await send(uuid, { env: 'test' })).status).toBe(503);
    expect(await shown(uuid)).toEqual({ env: 'test' });
    await kubernetes.clearFaults();
    expect((await send(uuid, { env: 'test' })).status).toBe(200);
    expect(await labels()).toMatchObject({ env: 'test' });
  });

  test('is waited for no longer than the caller can wait', async () => {
    const { uuid, secretName } = await made();
    const { store, secrets, stage, clock } = market;
    await kubernetes.plan({ kind: 'hang', path: secretName });
    const argocd = connectedArgocd(secrets, stage);
    const deps = { store, clock, site, ids: randomIds, argocd, argocdTimeoutMs: 50 };
    const caller: Caller = staff();
    const change = { uuidText: uuid, optionsOf: () => ({ env: 'test' }) };
    await expect(updateResourceOptions(deps, caller, change)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    expect(await shown(uuid)).toEqual({});
  });
});

describe('who may change them', () => {
  test('depends on role, state and read-only mode, in this order', async () => {
    const { uuid } = await made();
    const { outsider, manager, owner } = market.people;
    const statusFor = async (person: Person) => (await send(uuid, { env: 'test' }, person)).status;
    expect(await statusFor(outsider)).toBe(404);
    expect(await statusFor(owner)).toBe(200);
    site.readOnlyMode = true;
    expect(await statusFor(manager)).toBe(403);
    expect(await statusFor(owner)).toBe(405);
    await call(uuid, 'Terminating');
    expect(await statusFor(owner)).toBe(409);
  });
});
