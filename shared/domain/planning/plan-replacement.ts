import { Invalid } from '#shared/errors';
import { Refusals } from '../_core/refusals.ts';
import type { Image, TenantFacts } from './cloud-facts.ts';
import type { NodeSpec } from './node-spec.ts';

type Machine = Pick<NodeSpec, 'flavorId' | 'flavorName' | 'systemVolumeSizeMb' | 'systemVolumeType' | 'dataVolumes'>;
type Seen = Pick<TenantFacts, 'tenant' | 'flavors' | 'volumeTypes'>;

const without = (kind: string, name: string, { tenant }: Pick<TenantFacts, 'tenant'>): string =>
  `${kind} ${name} is not visible in tenant ${tenant.name} any more.`;

function assertVolumes({ systemVolumeType, dataVolumes }: Machine, facts: Seen, refused: Refusals): void {
  const names = new Set(facts.volumeTypes.map(({ name }) => name));
  const isGone = (name: string | undefined): name is string => name !== undefined && !names.has(name);
  if (isGone(systemVolumeType)) refused.add('system_volume_type', without('Volume type', systemVolumeType, facts));
  for (const { volumeType } of dataVolumes) {
    if (isGone(volumeType)) refused.add('data_volumes', without('Volume type', volumeType, facts));
  }
}

function assertNetwork({ subnetId, securityGroupIds }: NodeSpec, facts: TenantFacts, refused: Refusals): void {
  if (!facts.subnets.some(({ id }) => id === subnetId)) refused.add('subnet', without('Subnet', subnetId, facts));
  const groups = new Set(facts.securityGroups.map(({ id }) => id));
  const gone = securityGroupIds.filter((id) => !groups.has(id));
  for (const id of gone) refused.add('security_groups', without('Security group', id, facts));
}

/**
 * Plans a machine that replaces another machine. The new machine gets the same flavor, and new volumes of the same
 * types and sizes. Its image is `image`, the image that all new machines currently get. Throws Invalid with an error
 * for each object that is no longer available.
 * @param inOwned facts about the tenant, if the customer owns the tenant. If present, network and security groups are
 * checked, too.
 */
export function planReplacement<S extends NodeSpec>(
  spec: S,
  { facts, image, inOwned }: { facts: Seen; image: Image | undefined; inOwned?: TenantFacts },
): S {
  const refused = new Refusals();
  const flavor = facts.flavors.find(({ id }) => id === spec.flavorId);
  if (!flavor) refused.add('flavor', without('Flavor', spec.flavorName, facts));
  if (!image) refused.add('tenant', 'No matching image found.');
  assertVolumes(spec, facts, refused);
  if (inOwned) assertNetwork(spec, inOwned, refused);
  if (!refused.isEmpty || !flavor || !image) throw new Invalid(refused.byField);
  return { ...spec, flavorName: flavor.name, vcpus: flavor.vcpus, ramMb: flavor.ramMb, imageId: image.id };
}
