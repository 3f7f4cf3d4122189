import { openstackUuid, type Uuid } from '#shared/domain/_core/identifier';
import { Refusals } from '#shared/domain/_core/refusals';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { gigabytesOf } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { Flavor, Image, TenantFacts } from '#shared/domain/planning/cloud-facts';
import { chooseFlavor } from '#shared/domain/planning/flavors/choose-flavor';
import { rolesOfAddedServer } from '#shared/domain/planning/node-spec';
import type { NodeRequest } from '#shared/domain/planning/order-attributes';
import { planDataVolumes, systemVolumeSize, volumeTypeName } from '#shared/domain/planning/plan-volumes';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { Invalid } from '#shared/errors';
import type { ClusterTenant } from '../cluster-tenant.ts';
import type { ManagedAttributes } from '../managed-attributes.ts';
import { flavorIn, imageIn, type OfferedCloud, usesVolumeTypes } from '../offered-cloud.ts';
import { type ManagedMachines, managedMachines } from './managed-machines.ts';
import type { PlannedNode } from './managed-plan.ts';
import { noFlavorText, noImageText } from './missing-in-cloud.ts';
import { plannedVolume } from './plan-machine.ts';

/** The error if the request names a subnet that is not the tenant's subnet. Empty if there is no error. */
function subnetProblem(wanted: Uuid | undefined, { name, settingsUuid, made }: ClusterTenant): string {
  const isTheOne = made.subnetId !== undefined && openstackUuid(settingsUuid, 'subnet', made.subnetId) === wanted;
  return wanted === undefined || isTheOne ? '' : `Subnet ${wanted} should belong to the same tenant ${name}.`;
}

/** A request to add a node to a managed cluster. Missing fields come from the cluster's order and offering. */
export type AddedNodeRequest = Omit<NodeRequest, 'subnetUuid' | 'dataVolumes'> & {
  subnetUuid?: NodeRequest['subnetUuid'] | undefined;
  dataVolumes?: NodeRequest['dataVolumes'] | undefined;
};
/** Facts about the tenant and the cloud of the new node. `inTenant` has the cloud's objects that the tenant can use. */
export type AddedNodeFacts = {
  tenant: ClusterTenant;
  cloud: OfferedCloud;
  inTenant: TenantFacts;
  attributes: ManagedAttributes;
  options: PluginOptions;
  site: SiteSettings;
  allocateFloatingIps: boolean;
};
/** A planned node without a name. The name is chosen when the node is written. */
export type UnnamedNode = Omit<PlannedNode, 'name'>;

type Planning = {
  asked: NodeRequest;
  request: AddedNodeRequest;
  facts: AddedNodeFacts;
  machine: ManagedMachines['server' | 'worker'];
  refused: Refusals;
};

/**
 * The offering's `flavors_regex` limits what customers may choose. A flavor that the operator has named need not match
 * it.
 */
function flavorFor({ asked, facts, machine, refused }: Planning): Flavor | undefined {
  const { cloud, inTenant, site, options } = facts;
  const isChosen = [asked.flavorUuid, asked.cpu, asked.memoryMb].some((choice) => choice !== undefined);
  if (isChosen) return chooseFlavor(asked, inTenant, { ...site, flavorsRegex: options.flavors_regex }, refused);
  const flavor = flavorIn(cloud, machine.flavorName);
  if (!flavor) refused.add('flavor', noFlavorText(cloud, machine.flavorName ?? ''));
  return flavor;
}

function imageFor({ facts: { cloud }, refused }: Planning, systemVolumeSizeMb: number): Image | undefined {
  const image = imageIn(cloud);
  if (!image) refused.add('tenant', noImageText(cloud));
  if (image && image.minDiskGb > gigabytesOf(systemVolumeSizeMb)) {
    refused.add('system_volume_size', `Image ${image.name} needs system volumes of at least ${image.minDiskGb} GB.`);
  }
  return image;
}

/**
 * The volumes of the node. A volume type from the request is always used. Volume types from the order or the offering
 * are used only if `usesVolumeTypes` is true.
 */
function volumesFor({ asked, request, facts, machine, refused }: Planning) {
  const { inTenant, site, cloud, options } = facts;
  const place = { cloud, hasTypes: usesVolumeTypes(cloud, options) };
  const { sizeMb, volumeType } = plannedVolume(machine.systemVolume, place);
  const namedType = volumeTypeName(asked.systemVolumeTypeUuid, inTenant, 'system_volume_type', refused);
  const systemVolumeType = asked.systemVolumeTypeUuid === undefined ? volumeType : namedType;
  return {
    systemVolumeSizeMb: asked.systemVolumeSizeMb === undefined ? sizeMb : systemVolumeSize(asked, site, refused),
    ...(systemVolumeType !== undefined && { systemVolumeType }),
    dataVolumes: request.dataVolumes
      ? planDataVolumes(asked, inTenant, refused)
      : machine.dataVolumes.map((volume) => plannedVolume(volume, place)),
  };
}

/**
 * Plans one more node, without a name. Throws Invalid with an error for every field that cannot be used, for example
 * because the flavor or the volume type is not available (docs/spec/orders.md#planned-nodes).
 */
export function planAddedNode(request: AddedNodeRequest, facts: AddedNodeFacts): UnnamedNode {
  const { attributes, options, cloud, tenant } = facts;
  const refused = new Refusals();
  const asked = { ...request, subnetUuid: request.subnetUuid ?? '', dataVolumes: request.dataVolumes ?? [] };
  const machine = managedMachines(attributes, options)[request.role === 'server' ? 'server' : 'worker'];
  const planning = { asked, request, facts, machine, refused };
  refused.say('subnet', subnetProblem(request.subnetUuid, tenant));
  const volumes = volumesFor(planning);
  const [flavor, image] = [flavorFor(planning), imageFor(planning, volumes.systemVolumeSizeMb)];
  if (!refused.isEmpty || !flavor || !image) throw new Invalid(refused.byField);
  const sshPublicKey = request.sshPublicKey ?? attributes.sshPublicKey;
  return {
    role: request.role,
    // Whether a server gets the role etcd is decided later, when the node is written.
    roles: asked.role === 'agent' ? ['worker'] : rolesOfAddedServer(facts.attributes.workerNodesCount > 0),
    flavorId: flavor.id,
    flavorName: flavor.name,
    vcpus: flavor.vcpus,
    ramMb: flavor.ramMb,
    imageId: image.id,
    ...(cloud.availabilityZone !== undefined && { availabilityZone: cloud.availabilityZone }),
    ...volumes,
    ...(facts.allocateFloatingIps && { floatingNetworkId: tenant.externalNetworkId }),
    ...(sshPublicKey !== undefined && { sshPublicKey }),
  };
}
