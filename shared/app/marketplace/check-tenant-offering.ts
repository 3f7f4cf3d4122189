import { checkOffering, type SoldIn } from '#shared/domain/marketplace/check-offering';
import { isManaged, isTenantOffering, type TenantOffering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { Invalid } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { CHECK_MS, checksWithTimeout } from '../providers/checks-with-timeout.ts';
import { cloudSettingsOf, rancherSettingsOf } from '../providers/settings-of.ts';

export type TenantOfferingCheckDeps = {
  store: Pick<Store, 'settings' | 'offerings'>;
  openstack: Pick<OpenStackSessions, 'admin' | 'checkAdmin'>;
  /** Time limit for the cloud's answers, in milliseconds. */
  checkTimeoutMs?: number;
};
/** `toProvide` lists things that the operator must provide and that no request to the cloud can check. */
export type OfferingCheck = { checks: CredentialCheck[]; toProvide: string[] };

/** Only the newest 300 offerings are checked. An installation rarely has more. */
const OFFERINGS = { page: 1, pageSize: 300 };

type Sold = SoldIn & { provider: RancherSettings };

/** Lists the offerings of managed clusters that use this cloud. Offerings that the caller does not see are left out. */
async function soldIn({ store }: TenantOfferingCheckDeps, caller: Caller, cloud: TenantOffering): Promise<Sold[]> {
  const { items } = await store.offerings.list({ visibility: visibilityOf(caller) }, OFFERINGS);
  const listing = items.filter(isManaged).filter(({ state, pluginOptions }) => {
    return state !== 'Archived' && pluginOptions.openstack_offering_uuid_list?.includes(cloud.uuid);
  });
  return Promise.all(
    listing.map(async (offering) => {
      const provider = await rancherSettingsOf({ store }, offering.settingsUuid);
      return { offering, provider, baseImageName: provider.options.baseImageName };
    }),
  );
}

async function findings(
  { openstack }: TenantOfferingCheckDeps,
  cloud: TenantOffering,
  sold: readonly Sold[],
): Promise<CredentialCheck[]> {
  const admin = await openstack.admin(cloud.settingsUuid);
  const [flavors, images, volumeTypes, externalNetworks, availabilityZones] = await Promise.all([
    admin.listFlavors(),
    admin.listImages(),
    admin.listVolumeTypes(),
    admin.listExternalNetworks(),
    admin.listAvailabilityZones(),
  ]);
  return checkOffering(cloud, { flavors, images, volumeTypes, externalNetworks, availabilityZones }, sold);
}

function routingOf(sold: readonly Sold[]): string[] {
  const supernets = sold.flatMap(({ provider }) => provider.options.managed?.nodeNetworkSupernet ?? []);
  return [...new Set(supernets)].map(
    (supernet) =>
      `The nodes of a cluster in several clouds must reach each other. Route the node networks, each a /24 of ${supernet}, between the clouds in both directions, without address translation. Within one cloud, Paddock connects the tenants’ routers itself.`,
  );
}

const ONLY_CLOUDS =
  'This check is for offerings of the type OpenStack.Tenant. For an offering of clusters, check its provider: POST /api/service-settings/{uuid}/check/.';

/** Checks whether managed clusters can be created in a cloud, and reports what is missing. Writes nothing. */
export async function checkTenantOffering(
  deps: TenantOfferingCheckDeps,
  caller: Caller,
  uuidText: string,
): Promise<OfferingCheck> {
  const { store, openstack, checkTimeoutMs = CHECK_MS } = deps;
  const cloud = await getVisible(store.offerings, 'Offering', uuidText, ({ customerUuid }) =>
    canSee(caller, { customerUuid }),
  );
  assertPermitted(caller, 'offering.check', { customerUuid: cloud.customerUuid });
  if (!isTenantOffering(cloud)) throw new Invalid([ONLY_CLOUDS]);
  const [settings, sold] = await Promise.all([
    cloudSettingsOf({ store }, cloud.settingsUuid),
    soldIn(deps, caller, cloud),
  ]);
  const about = { name: 'The cloud', address: 'backend_url', credential: 'username' };
  const rights = await checksWithTimeout(about, () => openstack.checkAdmin(settings), checkTimeoutMs);
  // Without these rights, OpenStack shows none of the cloud's objects. All other checks would fail only for this
  // reason, so they are skipped.
  const mayRead = rights.every(({ ok }) => ok);
  const found = mayRead ? await checksWithTimeout(about, () => findings(deps, cloud, sold), checkTimeoutMs) : [];
  return { checks: [...rights, ...found], toProvide: routingOf(sold) };
}
