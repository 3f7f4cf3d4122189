import { type ExternalNetwork, externalNetworkIn } from '../infrastructure/offered-cloud.ts';
import type { Flavor, Image, VolumeType } from '../planning/cloud-facts.ts';
import { type CredentialCheck, passedCheck } from '../providers/credential-check.ts';
import type { RancherOffering, TenantOffering } from './offering.ts';

/** The objects of a cloud that are visible to the account with which Paddock creates tenants in the cloud. */
export type CloudShown = {
  flavors: readonly Flavor[];
  images: readonly Image[];
  volumeTypes: readonly VolumeType[];
  externalNetworks: readonly ExternalNetwork[];
  availabilityZones: readonly string[];
};
/** An offering of managed clusters in this cloud, and the image that the provider of the offering uses. */
export type SoldIn = { offering: RancherOffering; baseImageName: string };

const failed = (option: string, message: string): CredentialCheck => ({ option, ok: false, message });
const named = (things: readonly { name: string }[], name: string): boolean => things.some((it) => it.name === name);

function network({ pluginOptions }: TenantOffering, { externalNetworks }: CloudShown): CredentialCheck {
  const { external_network_id: externalNetworkId } = pluginOptions;
  const option = 'external_network_id';
  const found = externalNetworkIn({ externalNetworks, externalNetworkId });
  if (found) return passedCheck(option, `The external network "${found.name}" is there.`);
  const advice = 'Create one and share it with all projects. If several have this name, enter the id of one.';
  return failed(option, `The cloud has no external network ${externalNetworkId}, or has several. ${advice}`);
}

function zone({ pluginOptions }: TenantOffering, { availabilityZones }: CloudShown): CredentialCheck[] {
  const { availability_zone: wanted } = pluginOptions;
  const option = 'availability_zone';
  if (wanted === undefined) return [];
  if (availabilityZones.includes(wanted)) return [passedCheck(option, `The availability zone ${wanted} is there.`)];
  const there = availabilityZones.length > 0 ? `there are ${availabilityZones.join(', ')}` : 'there is none';
  return [failed(option, `There is no availability zone ${wanted}: ${there}.`)];
}

/**
 * Checks that the cloud has the images of machines. If the cloud's own offering names an image, only this image is
 * checked. Otherwise the images of all providers that use the cloud are checked.
 */
function imagesOf(
  { pluginOptions }: TenantOffering,
  { images }: CloudShown,
  sold: readonly SoldIn[],
): CredentialCheck[] {
  const { image_name: own } = pluginOptions;
  const option = own === undefined ? 'base_image_name' : 'image_name';
  const wanted = own === undefined ? sold.map(({ baseImageName }) => baseImageName) : [own];
  return [...new Set(wanted)].map((name) =>
    named(images, name)
      ? passedCheck(option, `The image ${name} is there.`)
      : failed(option, `There is no image ${name} that all projects can use. Upload it, and make it public.`),
  );
}

const FLAVORS = ['managed_rancher_server_flavor_name', 'managed_rancher_load_balancer_flavor_name'] as const;
const VOLUME_TYPES = [
  'managed_rancher_server_system_volume_type_name',
  'managed_rancher_server_data_volume_type_name',
  'managed_rancher_worker_system_volume_type_name',
  'managed_rancher_load_balancer_system_volume_type_name',
  'managed_rancher_load_balancer_data_volume_type_name',
] as const;

function machines(cloud: TenantOffering, shown: CloudShown, { offering }: SoldIn): CredentialCheck[] {
  const { pluginOptions, name: by } = offering;
  const isDynamic = [cloud.pluginOptions.storage_mode, pluginOptions.storage_mode].includes('dynamic');
  const look =
    (what: string, things: readonly { name: string }[]) => (option: (typeof FLAVORS | typeof VOLUME_TYPES)[number]) => {
      const name = pluginOptions[option];
      if (name === undefined) return [];
      return named(things, name)
        ? [passedCheck(option, `The ${what} ${name} of "${by}" is there.`)]
        : [failed(option, `There is no ${what} ${name}, which "${by}" needs: create it for all projects.`)];
    };
  return [
    ...FLAVORS.flatMap(look('flavor', shown.flavors)),
    ...(isDynamic ? VOLUME_TYPES.flatMap(look('volume type', shown.volumeTypes)) : []),
  ];
}

/**
 * Checks that the cloud has all objects that its offerings need: the cloud's own offering, and the offerings of
 * clusters in this cloud.
 */
export const checkOffering = (cloud: TenantOffering, shown: CloudShown, sold: readonly SoldIn[]): CredentialCheck[] => [
  network(cloud, shown),
  ...zone(cloud, shown),
  ...imagesOf(cloud, shown, sold),
  ...sold.flatMap((item) => machines(cloud, shown, item)),
];
