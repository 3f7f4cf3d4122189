import { expect, test } from 'vitest';
import { z } from 'zod';
import { ORIGIN } from '#test/integration/_worlds/api-under-test';
import { type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});

const list = async (query = '', person = market.people.member) =>
  (await market.ask('GET', `cluster-api-images/?tenant=${stocked.tenant}${query}`, person)).body;
const uuidOfFirst = (body: unknown) => z.array(z.object({ uuid: z.string() })).parse(body)[0]?.uuid;
const IMAGE = { name: 'ubuntu-2204-kube-v1.33.5', os_distro: 'ubuntu', kubernetes_version: 'v1.33.5' };

test('images with os_distro are listed for their tenant, with their version of Kubernetes (S3-025, M21, M39)', async () => {
  const all = (await market.ask('GET', `openstack-images/?tenant=${stocked.tenant}`, market.people.member)).body;
  expect(all).toHaveLength(4);
  expect(await list()).toEqual([
    expect.objectContaining({ ...IMAGE, min_disk: 10_240 }),
    expect.objectContaining({ kubernetes_version: 'v1.34.2' }),
  ]);
  expect(await list('&os_distro=ubuntu&kubernetes_version=v1.33.5')).toHaveLength(1);
  expect(await list('&os_distro=flatcar')).toEqual([]);
  expect(await list('&kubernetes_version=v1.34.0')).toEqual([]);
});

test('one image is shown alone, and none to users who do not see the tenant (S3-025)', async () => {
  const uuid = uuidOfFirst(await list());
  const url = `${ORIGIN}/api/cluster-api-images/${uuid}/`;
  const { member, outsider } = market.people;
  expect((await market.ask('GET', `cluster-api-images/${uuid}/`, member)).body).toMatchObject({ ...IMAGE, url });
  expect(await list('', outsider)).toEqual([]);
  expect(await market.ask('GET', `cluster-api-images/${uuid}/`, outsider)).toMatchObject({ status: 404 });
});

test('an image without os_distro is no image of the list (S3-021)', async () => {
  const { body } = await market.ask(
    'GET',
    `openstack-images/?tenant=${stocked.tenant}&name=debian`,
    market.people.member,
  );
  const uuid = uuidOfFirst(body);
  expect(await market.ask('GET', `cluster-api-images/${uuid}/`, market.people.member)).toMatchObject({ status: 404 });
});
