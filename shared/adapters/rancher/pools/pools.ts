import type { RancherPools } from '#shared/ports/rancher/rancher-pools';
import type { RancherSession } from '../rancher-session.ts';
import { cloudCredentials } from './cloud-credentials.ts';
import { clusterSpecs } from './cluster-specs.ts';
import { infrastructure } from './infrastructure.ts';
import { machineConfigs } from './machine-configs.ts';
import { poolClusters } from './pool-clusters.ts';
import { poolMachines } from './pool-machines.ts';
import { poolObjects } from './pool-objects.ts';

/** Calls for clusters whose machines are in pools. Rancher makes these machines. */
export const pools = (session: RancherSession): RancherPools => ({
  ...cloudCredentials(session),
  ...machineConfigs(session),
  ...poolClusters(session),
  ...clusterSpecs(session),
  ...poolMachines(session),
  ...poolObjects(session),
  ...infrastructure(session),
});
