import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { applyGpuPolicies } from '#shared/app/rancher-projects/apply-gpu-policies';
import { type ShopWithSite, shopPerTest } from '../cluster-contents/shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite;
beforeEach(async () => {
  shop = await openShop();
});

const POLICIES = '/apis/kyverno.io/v1/clusterpolicies';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const [SELECTOR, NO_GPUS] = ['enforce-gpu-pool-node-selector', 'default-no-gpu-quota'];
/** The definition of ClusterPolicy of a release of Kyverno, as YAML: on a real API server it checks every field. */
const given = process.env.PADDOCK_REAL_KYVERNO_DEFINITION ?? '';
const definition: object = existsSync(given)
  ? parse(readFileSync(given, 'utf8'))
  : {
      ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      metadata: { name: 'clusterpolicies.kyverno.io' },
      spec: {
        ...{ group: 'kyverno.io', scope: 'Cluster', names: { kind: 'ClusterPolicy', plural: 'clusterpolicies' } },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    };
async function installKyverno(): Promise<void> {
  const answer = await shop.inside.post(DEFINITIONS, definition);
  expect([201, 409], JSON.stringify(answer.body)).toContain(answer.status);
  // A server shows a new kind a moment later in its list of kinds.
  const kinds = () => shop.opened.rancher.listKinds(shop.cluster.backendId, 'kyverno.io/v1');
  await expect.poll(kinds, { timeout: 10_000 }).toContainEqual(expect.objectContaining({ kind: 'ClusterPolicy' }));
}

const options = { namespaceLabels: { 'gpu-pool': 'h100-2x' }, isNoGpuDefault: true };
const apply = () => applyGpuPolicies(shop.opened.rancher, shop.cluster.backendId, options);
const policy = z.looseObject({
  metadata: z.looseObject({ annotations: z.record(z.string(), z.string()) }),
  spec: z.looseObject({ rules: z.array(z.looseObject({ name: z.string() })) }),
});
const found = async (name = '') => policy.parse((await shop.inside.get(`${POLICIES}/${name}`)).body);

test('without Kyverno nothing is applied, and the policies are named', async () => {
  expect(await apply()).toEqual({ applied: [], changed: [], skipped: [SELECTOR, NO_GPUS] });
});

describe('with Kyverno', () => {
  beforeEach(installKyverno);

  test('both policies are accepted as they are, and applied once (S1-075, S1-081, S1-082)', async () => {
    expect(await apply()).toEqual({ applied: [SELECTOR, NO_GPUS], changed: [], skipped: [] });
    expect(await apply()).toEqual({ applied: [], changed: [], skipped: [] });
    expect(await found(SELECTOR)).toMatchObject({
      spec: { rules: [{ match: { any: [{ resources: { kinds: ['Pod'] } }] } }] },
    });
  });

  test('a policy that somebody has changed stays, and is named', async () => {
    await apply();
    const { metadata, spec, ...rest } = await found(NO_GPUS);
    const [rule] = spec.rules;
    const changed = { ...rest, metadata, spec: { ...spec, rules: [{ ...rule, name: 'other' }] } };
    expect(await shop.inside.put(`${POLICIES}/${NO_GPUS}`, changed)).toMatchObject({ status: 200 });
    expect(await apply()).toEqual({ applied: [], changed: [NO_GPUS], skipped: [] });
    expect((await found(NO_GPUS)).spec.rules[0]?.name).toBe('other');
  });

  test('a policy of an earlier version is replaced', async () => {
    await apply();
    const { metadata, ...rest } = await found(SELECTOR);
    const older = { ...rest, metadata: { ...metadata, annotations: { 'paddock.cloud/policy-version': '0' } } };
    expect(await shop.inside.put(`${POLICIES}/${SELECTOR}`, older)).toMatchObject({ status: 200 });
    expect((await apply()).applied).toEqual([SELECTOR]);
  });
});
