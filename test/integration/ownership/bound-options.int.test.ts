import { describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { BOUND_OPTIONS, type BoundOption } from '#shared/domain/marketplace/bound-options';
import { aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { marketIn } from '../_worlds/market.ts';
import { providerOf, type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';

let world: RancherMarket;
rancherMarketPerTest((opened) => {
  world = opened;
});

async function giveProviderTo(settingsUuid: string, customerUuid: string): Promise<void> {
  const { store, clock } = world.market;
  const settings = await store.settings.get(settingsUuid);
  await store.commit(store.settings.replace(changed(settings, clock.now(), { customerUuid })));
}

const VALUES: Readonly<Record<BoundOption, unknown>> = {
  magnum_api: 'managers',
  magnum_cloud: aUuid(),
  etcd_snapshot_s3_endpoint: 's3.example.org',
  etcd_snapshot_s3_bucket: 'snapshots',
  etcd_snapshot_s3_folder: 'of-another',
  etcd_snapshot_s3_credential: 'cattle-global-data:cc-abcde',
  external_network_id: aUuid(),
  remote_offering_uuid: aUuid(),
  default_role: 'project-owner',
  namespace_labels: { 'gpu-pool': 'h100-2x' },
  default_no_gpu_quota: true,
};
const NAMES = Object.keys(VALUES).filter((name): name is BoundOption => name in BOUND_OPTIONS);
const REMOTE = 'remote_offering_uuid';

async function aCloud(): Promise<string> {
  const { market } = world;
  const options = { backend_url: 'https://keystone.example.org', username: 'admin', password: 'very-secret' };
  const body = { type: 'OpenStack', name: 'cloud-1', options };
  return (await market.create('service-settings/', market.people.staff, body)).uuid;
}
/** The provider of an offering that has the option. */
const providerFor = (option: BoundOption) => (option === 'external_network_id' ? aCloud() : world.settingsUuid);

const PROJECTS = {
  type: 'Rancher.Project',
  components: [{ type: 'cpu', name: 'CPU', billing_type: 'limit' }],
  plugin_options: { cluster_id: 'c-m-aaaaaaaa' },
};
function kindFor(option: BoundOption): object {
  if (option === 'external_network_id') {
    return { type: 'OpenStack.Tenant', plugin_options: { external_network_id: aUuid() } };
  }
  return option === REMOTE || BOUND_OPTIONS[option] === 'cluster' ? PROJECTS : { type: 'Rancher' };
}
/** An offering that staff has made for the market's customer. */
async function offeringFor(option: BoundOption, settingsUuid: string): Promise<string> {
  const { market } = world;
  const { uuid } = await market.create('marketplace-provider-offerings/', market.people.staff, {
    ...{ type: 'Rancher', name: 'Offer', customer: market.customerUuid, service_settings: settingsUuid },
    ...kindFor(option),
  });
  return uuid;
}
const set = (person: Person, uuid: string, option: BoundOption, value = VALUES[option]) =>
  world.market.ask('PATCH', `marketplace-provider-offerings/${uuid}/`, {
    ...person,
    body: {
      plugin_options: {
        [option]: value,
        ...(option === REMOTE && { remote_project: world.market.projectUuid }),
      },
    },
  });

describe.each(NAMES)('the option %s of an offering', (option) => {
  test('is refused to a seller whose provider is somebody else’s, and accepted from staff', async () => {
    const { market } = world;
    const settingsUuid = await providerFor(option);
    const uuid = await offeringFor(option, settingsUuid);
    const refused = { status: 403, body: { detail: `Only staff may set ${option} of this offering.` } };
    expect(await set(market.people.owner, uuid, option)).toMatchObject(refused);
    await giveProviderTo(settingsUuid, (await marketIn(market)).customerUuid);
    expect(await set(market.people.owner, uuid, option)).toMatchObject(refused);
    expect(await set(market.people.staff, uuid, option)).toMatchObject({ status: 200 });
    // A required option cannot be removed, so its removal is refused with 400.
    expect((await set(market.people.owner, uuid, option, null)).status).toBeGreaterThanOrEqual(400);
    // The value stays as it is, so the seller needs no right to send it again.
    expect(await set(market.people.owner, uuid, option)).toMatchObject({ status: 200 });
  });

  test('is accepted from a seller whose provider it is alone, unless it is for staff', async () => {
    const { market } = world;
    const settingsUuid = await providerFor(option);
    await giveProviderTo(settingsUuid, market.customerUuid);
    const uuid = await offeringFor(option, settingsUuid);
    const isForStaff = BOUND_OPTIONS[option] === 'staff';
    expect(await set(market.people.owner, uuid, option)).toMatchObject({ status: isForStaff ? 403 : 200 });
    if (isForStaff) return;
    // The same backend, registered for somebody else, too.
    await (settingsUuid === world.settingsUuid ? providerOf(await marketIn(market), world) : aCloud());
    const another = await offeringFor(option, settingsUuid);
    expect(await set(market.people.owner, another, option)).toMatchObject({ status: 403 });
  });
});
