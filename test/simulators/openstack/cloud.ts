import { randomUUID } from 'node:crypto';
import type { SimClock } from '../_kit/sim-clock.ts';
import type { Delays } from '../_kit/simulator-definition.ts';
import { type CinderStore, cinderStore } from './cinder/rows.ts';
import { type GlanceStore, glanceStore } from './glance/rows.ts';
import { type KeystoneStore, keystoneStore } from './keystone/rows.ts';
import { type NeutronStore, neutronStore } from './neutron/rows.ts';
import { type NovaStore, novaStore } from './nova/rows.ts';
import { type OctaviaStore, octaviaStore } from './octavia/rows.ts';

/**
 * Delays in milliseconds. A shorter `tokenLife` also applies to tokens that were issued before. `tokenCache` is how
 * long other services trust a token that they have seen.
 */
export const openstackDelays = {
  serverBuild: 3_000,
  serverDelete: 1_000,
  volumeCreate: 500,
  volumeDelete: 500,
  loadBalancerCreate: 2_000,
  loadBalancerUpdate: 300,
  loadBalancerDelete: 1_000,
  tokenLife: 3_600_000,
  tokenCache: 300_000,
};

/** The whole state of one simulated cloud. */
export interface Cloud {
  readonly name: string;
  readonly region: string;
  readonly adminPassword: string;
  readonly credentialLimit: number;
  readonly hasOctavia: boolean;
  /** Whether Cinder lets members filter volumes by name and status. */
  readonly hasResourceFilters: boolean;
  readonly clock: SimClock;
  readonly delays: Delays & typeof openstackDelays;
  /**
   * Makes the ids of new objects, except objects of Keystone. While the cloud is seeded, another function replaces this
   * one, so that seeded objects have fixed ids.
   */
  newUuid(): string;
  keystone: KeystoneStore;
  neutron: NeutronStore;
  nova: NovaStore;
  cinder: CinderStore;
  octavia: OctaviaStore;
  glance: GlanceStore;
}

export function emptyCloud(
  name: string,
  clock: SimClock,
  {
    adminPassword = 'admin',
    credentialLimit = Number.POSITIVE_INFINITY,
    hasOctavia = true,
    hasResourceFilters = false,
  } = {},
): Cloud {
  return {
    name,
    adminPassword,
    credentialLimit,
    hasOctavia,
    hasResourceFilters,
    region: 'RegionOne',
    clock,
    delays: { ...openstackDelays },
    newUuid: () => randomUUID(),
    ...emptyStores(),
  };
}

/** Drops every object, and all work that is still under way. */
export function wipe(cloud: Cloud): void {
  cloud.clock.clear();
  const fresh = emptyStores();
  refill(cloud.keystone, fresh.keystone);
  refill(cloud.neutron, fresh.neutron);
  refill(cloud.nova, fresh.nova);
  refill(cloud.cinder, fresh.cinder);
  refill(cloud.octavia, fresh.octavia);
  refill(cloud.glance, fresh.glance);
}

/** The maps of a store are emptied, not replaced, so that references to them stay valid. */
function refill<Store extends object>(store: Store, fresh: Store): void {
  const held = new Map<string, unknown>(Object.entries(store));
  for (const [key, value] of Object.entries(fresh)) {
    const map = held.get(key);
    if (map instanceof Map && value instanceof Map) {
      map.clear();
      for (const [id, row] of value) map.set(id, row);
    } else Object.assign(store, { [key]: value });
  }
}

const emptyStores = () => ({
  keystone: keystoneStore(),
  neutron: neutronStore(),
  nova: novaStore(),
  cinder: cinderStore(),
  octavia: octaviaStore(),
  glance: glanceStore(),
});
