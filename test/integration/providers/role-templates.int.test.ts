import { expect, test } from 'vitest';
import { z } from 'zod';
import { aRoleTemplate } from '#test/builders/access-builders';
import { aUuid } from '#test/builders/builders';
import { ORIGIN } from '../_worlds/api-under-test.ts';
import { openMarket } from '../_worlds/market.ts';

const rows = z.array(z.unknown());

test('roles of Ranchers are there for everybody, by name, kind and provider (S0-054, S0-077)', async () => {
  const market = await openMarket();
  const [role, other] = [aRoleTemplate(), aRoleTemplate({ name: 'cluster-member' })];
  await market.store.commit(...[role, other].map(market.store.roleTemplates.insert));
  const { outsider } = market.people;
  const found = rows.parse((await market.ask('GET', 'rancher-role-templates/?name=cluster-owner', outsider)).body);
  expect(found).toEqual([
    {
      ...{ url: `${ORIGIN}/api/rancher-role-templates/${role.uuid}/`, uuid: role.uuid, name: 'cluster-owner' },
      ...{ display_name: 'Cluster Owner', scope_type: 'cluster' },
      settings: `${ORIGIN}/api/service-settings/${role.settingsUuid}/`,
    },
  ]);
  expect((await market.ask('GET', `rancher-role-templates/${role.uuid}/`, outsider)).body).toEqual(found[0]);
  const of = `rancher-role-templates/?settings_uuid=${aUuid()}`;
  expect((await market.ask('GET', of, outsider)).body).toEqual([]);
});
