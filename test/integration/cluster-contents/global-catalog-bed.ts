import { z } from 'zod';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { listProviders } from '#shared/app/providers/list-providers';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { connectedKeycloak, connectedWaldur } from '#shared/runtime/wiring/backends';
import { recordedRequests } from '#test/contracts/recorded-requests';
import type { Person } from '../_worlds/api-under-test.ts';
import type { Charts } from './app-shop.ts';
import type { ShopWithSite } from './shop-cluster.ts';

const JOB = 'sync_global_catalogs';
export const CHARTS_URL = 'https://charts.example.org/';
export const REPOSITORIES = '/apis/catalog.cattle.io/v1/clusterrepos';
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const made = z.looseObject({ uuid: z.string(), url: z.string() });
const rows = z.array(z.looseObject({ uuid: z.string(), name: z.string(), scope_type: z.string() }));

/** Helpers for the provider's global catalogs. By default, staff send the requests. */
export function globalCatalogs(shop: ShopWithSite & Charts) {
  const { market, settingsUuid } = shop;
  const { staff } = market.people;
  const create = (fields: object = {}, person: Person = staff) => {
    const scope = `https://x/api/service-settings/${settingsUuid}/`;
    const body = { name: 'everywhere', catalog_url: CHARTS_URL, scope, ...fields };
    return shop.send('POST', 'rancher-catalogs/', body, person);
  };
  const listed = async (query = '', person?: Person) =>
    rows.parse((await shop.send('GET', `rancher-catalogs/?page_size=300${query}`, undefined, person)).body);
  return {
    create,
    aCatalog: async (fields?: object) => made.parse((await create(fields)).body),
    listed,
    globals: async (query = '', person?: Person) =>
      (await listed(query, person)).filter(({ scope_type }) => scope_type === 'global').map(({ name }) => name),
    /** Runs the sync job once for the provider. Returns the job's report and its write requests. */
    async sync() {
      const { store, clock, secrets, stage } = market;
      const { asked, connect } = recordedRequests();
      const rancher = rancherSessions({ secrets, stage, clock: systemClock, connect });
      const deps = {
        ...{ store, clock, secrets, stage, rancher, ids: randomIds, log: silent, site: shop.site, keptMs: 60_000 },
        ...{
          keycloak: connectedKeycloak(secrets, stage),
          waldur: connectedWaldur(secrets, stage),
          brake: { maxShare: 0.5, always: 10 },
        },
      };
      const report = await syncProvider(deps, { job: JOB, settingsUuid });
      return { report, writes: asked.filter((request) => !request.startsWith('GET')) };
    },
    dueProviders: () => listProviders({ store: market.store, clock: market.clock }, JOB),
    copyOf: (name: string) => shop.found(`${REPOSITORIES}/${name}`),
  };
}
export type GlobalCatalogs = ReturnType<typeof globalCatalogs>;
