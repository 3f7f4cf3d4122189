import { kubernetesAddress } from '#test/simulators/rancher/behind/kubernetes-server';
import { managedPools } from './cluster-api/managed-pools.ts';
import { simulatedPools } from './cluster-api/simulated-pools.ts';
import { clusterApiContract } from './cluster-api.contract.ts';

/**
 * `{url, token, ca}` of a Kubernetes API with Cluster API's real managers and the kinds of the simulated provider
 * (played-kinds.ts).
 */
const real = process.env.PADDOCK_REAL_CLUSTER_API;
if (real === undefined) {
  clusterApiContract('the Rancher simulator', simulatedPools);
} else {
  const address = kubernetesAddress.required().parse(JSON.parse(real));
  clusterApiContract('Cluster API’s own managers', () => managedPools(address));
}
