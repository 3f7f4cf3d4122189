import { expect, test } from 'vitest';
import { openMarket } from '#test/integration/_worlds/market';

test('the labels are published with defaults and what a change does (M20, M22)', async () => {
  const market = await openMarket();
  const { outsider } = market.people;
  const rows = async (query: string) => (await market.ask('GET', `cluster-api-labels/${query}`, outsider)).body;
  expect(await rows('?name=kube_tag')).toEqual([
    {
      ...{ name: 'kube_tag', type: 'version', values: 'a version such as `v1.33.5`', default: null },
      ...{ without: 'the version in the provider’s settings', change: 'rolls-all', effect: expect.any(String) },
      as_good_as_root: false,
    },
  ]);
  expect(await rows('?name=container_infra_prefix')).toMatchObject([{ as_good_as_root: true }]);
  expect(await rows('?change=immutable&name=lb_flavor')).toMatchObject([{ name: 'api_server_lb_flavor' }]);
  expect(await rows('?change=rolls-workers')).toMatchObject([{ name: 'availability_zone' }]);
});
