import { kubernetesAddress } from '#test/simulators/rancher/behind/kubernetes-server';
import { managedPools } from './cluster-api/managed-pools.ts';
import { simulatedPools } from './cluster-api/simulated-pools.ts';
import { clusterApiContract } from './cluster-api.contract.ts';

/**
 * Address and credentials of a real management cluster, as `{url, token, ca}`. The real managers of Cluster API run in
 * it. It has the CRDs of the simulated infrastructure provider (played-kinds.ts).
 */
const real = process.env.PADDOCK_REAL_CLUSTER_API;
if (real === undefined) {
  clusterApiContract('the Rancher simulator', simulatedPools);
} else {
  const address = kubernetesAddress.required().parse(JSON.parse(real));
  clusterApiContract('Cluster API’s own managers', () => managedPools(address));
}
