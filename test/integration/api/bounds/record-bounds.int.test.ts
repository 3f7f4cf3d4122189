import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type LimitedKind, RECORD_BOUNDS, refusalOf } from '#shared/domain/record-bounds';
import { type Cloud, type Market, openMarket, type Stocked, startCloud, stock } from '#test/integration/_worlds/market';
import { agentOffering } from '#test/integration/_worlds/site-agent-market';

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
beforeAll(async () => {
  cloud = await startCloud();
  market = await openMarket();
  stocked = await stock(market, cloud);
}, 60_000);
afterAll(() => cloud.simulator.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** How to make one more record of a kind. Memberships are counted by their group: memberships.int.test.ts. */
const CREATIONS: Readonly<Record<Exclude<LimitedKind, 'keycloakMemberships'>, () => ReturnType<Market['ask']>>> = {
  projects: () => asOwner('projects/', { name: 'One more', customer: market.customerUuid }),
  invitations: () =>
    asOwner('user-invitations/', {
      ...{ email: 'ada@example.org', role: 'PROJECT.MEMBER', scope: `projects/${market.projectUuid}` },
    }),
  offerings: () =>
    asOwner('marketplace-provider-offerings/', {
      ...{ name: 'One more', type: 'Marketplace.Slurm', customer: market.customerUuid },
    }),
  tenants: async () => {
    const { items } = await market.store.settings.list({ visibility: 'all' }, { page: 1, pageSize: 10 });
    const service_settings = items.find(({ type }) => type === 'OpenStack')?.uuid;
    return asOwner('openstack-tenants/', {
      ...{ name: 'One more', project: market.projectUuid, service_settings, backend_id: 'another' },
      ...{ application_credential_id: 'a', application_credential_secret: 'b' },
    });
  },
  agentIdentities: async () => {
    const { uuid: offering } = await agentOffering(market);
    return asOwner('marketplace-site-agent-identities/', { offering, name: 'one-more' });
  },
  orders: () => {
    const body = stocked.order({ name: 'one-more' });
    return market.ask('POST', 'marketplace-orders/', { ...market.people.member, body });
  },
};
const asOwner = (path: string, body: object) => market.ask('POST', path, { ...market.people.owner, body });

const kinds = Object.keys(CREATIONS) as (keyof typeof CREATIONS)[];
test.each(kinds)('one more of %s than an owner may have is refused', async (kind) => {
  const list = vi.spyOn(market.store[kind], 'list');
  list.mockResolvedValue({ items: [], total: RECORD_BOUNDS[kind].most });
  expect(await CREATIONS[kind]()).toMatchObject({ status: 400, body: { non_field_errors: [refusalOf(kind)] } });
});

test('every kind with a bound is tried', () => {
  const limited = Object.entries(RECORD_BOUNDS).flatMap(([kind, bound]) => ('most' in bound ? [kind] : []));
  expect([...kinds, 'keycloakMemberships'].sort()).toEqual(limited.sort());
});
