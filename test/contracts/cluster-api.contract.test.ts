import { kubernetesAddress } from '#test/simulators/rancher/behind/kubernetes-server';
import { managedPools } from './cluster-api/managed-pools.ts';
import { simulatedPools } from './cluster-api/simulated-pools.ts';
import { clusterApiContract } from './cluster-api.contract.ts';

/**
 * Address and credentials of a Kubernetes API, as `{url, token, ca}`. Cluster API's real managers work there. The API
 * also serves the kinds of the simulated infrastructure provider (played-kinds.ts).
 */
const real = process.env.PADDOCK_REAL_CLUSTER_API;
if (real === undefined) {
  clusterApiContract('the Rancher simulator', simulatedPools);
} else {
  const address = kubernetesAddress.required().parse(JSON.parse(real));
  clusterApiContract('Cluster API’s own managers', () => managedPools(address));
}
