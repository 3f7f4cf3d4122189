import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyGpuPolicies } from '#shared/app/rancher-projects/apply-gpu-policies';
import { type ShopWithSite, shopPerTest } from '../cluster-contents/shop-cluster.ts';
import { installKyverno, POLICIES } from './kyverno.ts';

const openShop = shopPerTest();
let shop: ShopWithSite;
beforeEach(async () => {
  shop = await openShop();
});

const [SELECTOR, NO_GPUS] = ['enforce-gpu-pool-node-selector', 'default-no-gpu-quota'];

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
  beforeEach(() => installKyverno(shop.inside, shop.opened.rancher, shop.cluster.backendId));

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
