import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { FieldErrors } from '#shared/errors';
import type { ManagedAttributes } from '../managed-attributes.ts';
import { MAX_NODES_PER_TENANT } from '../networks/node-network.ts';
import { SERVERS_PER_TENANT } from './managed-machines.ts';
import { poolCloudsProblem } from './managed-pool-problems.ts';
import { CLOUDS_FIELD } from './missing-in-cloud.ts';

/**
 * Maximum number of clouds in an order. An order is written in one transaction, which has a maximum number of items,
 * and each cloud's network needs an item.
 */
const MAX_CLOUDS = 11;
type Site = Pick<SiteSettings, 'disableDataVolumeCreation'>;
const MAX_WORKERS = MAX_NODES_PER_TENANT - SERVERS_PER_TENANT;

/**
 * The error if Longhorn is ordered without a size for its volumes. The size is not needed if machines have no data
 * volumes, because Longhorn's replicas are then on the system volumes. This is the case for machines of pools, and if
 * `disableDataVolumeCreation` is set.
 */
function longhornProblem(
  { installLonghorn, workerNodesLonghornVolumeSizeMb, pools }: ManagedAttributes,
  { disableDataVolumeCreation }: Site,
): FieldErrors {
  const hasVolume = pools === undefined && !disableDataVolumeCreation;
  const isMissing = installLonghorn && hasVolume && workerNodesLonghornVolumeSizeMb === undefined;
  return isMissing ? { worker_nodes_longhorn_volume_size: ['This field is required.'] } : {};
}

/**
 * The error if Longhorn is ordered without workers, because servers have no volume for Longhorn's replicas, even if
 * they carry workloads.
 */
function noLonghornProblem(
  { installLonghorn, workerNodesCount, pools }: ManagedAttributes,
  { disableDataVolumeCreation }: Site,
): FieldErrors {
  const isHomeless = installLonghorn && !pools && !disableDataVolumeCreation && workerNodesCount === 0;
  return isHomeless ? { install_longhorn: ['Longhorn needs workers, because it uses their volumes.'] } : {};
}

function offeringProblem(
  { openstackOfferingUuids: chosen }: ManagedAttributes,
  { openstack_offering_uuid_list: allowed = [] }: PluginOptions,
): FieldErrors {
  const unavailable = chosen.filter((uuid) => !allowed.includes(uuid));
  return unavailable.length > 0
    ? { [CLOUDS_FIELD]: [`These OpenStack offerings are not available: ${unavailable.join(', ')}`] }
    : {};
}

function countProblem({ openstackOfferingUuids: chosen, pools }: ManagedAttributes): FieldErrors {
  if (chosen.length === 0) return { [CLOUDS_FIELD]: ['Please select at least one OpenStack offering.'] };
  if (chosen.length > MAX_CLOUDS)
    return { [CLOUDS_FIELD]: [`At most ${MAX_CLOUDS} OpenStack offerings can be selected.`] };
  const isOdd = chosen.length % 2 === 1;
  // With pools, the number of clouds may be even, because the order itself says in which clouds the etcd members are.
  return isOdd || pools ? {} : { [CLOUDS_FIELD]: ['Number of selected OpenStack offerings should be odd (1, 3, 5)'] };
}

/** The error if the offering lacks an option that has no sensible default. Such an offering cannot be ordered. */
function incompleteProblem(options: PluginOptions, { pools }: ManagedAttributes): FieldErrors {
  const needed = ['managed_rancher_server_flavor_name', 'managed_rancher_load_balancer_flavor_name'] as const;
  const missing = needed.slice(pools ? 1 : 0).filter((name) => options[name] === undefined);
  return missing.length > 0 ? { offering: missing.map((name) => `The offering lacks the option ${name}.`) } : {};
}

/**
 * Checks a managed order as far as this is possible without a cloud. Returns one entry for each check that fails, in
 * the order of docs/spec/orders.md#managed-orders. An order is refused with the first entry, and a dry run shows all
 * entries.
 */
export function choiceProblems(attributes: ManagedAttributes, options: PluginOptions, site: Site): FieldErrors[] {
  const workersProblem =
    attributes.workerNodesCount > MAX_WORKERS
      ? { worker_nodes_count: [`The network of one tenant has room for at most ${MAX_WORKERS} workers.`] }
      : {};
  const checked = [
    longhornProblem(attributes, site),
    noLonghornProblem(attributes, site),
    offeringProblem(attributes, options),
    countProblem(attributes),
    workersProblem,
    incompleteProblem(options, attributes),
    poolCloudsProblem(attributes),
  ];
  return checked.filter((errors) => Object.keys(errors).length > 0);
}
