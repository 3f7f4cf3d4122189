import type { ProjectOffering } from '#shared/domain/marketplace/offering';
import { withProjectDefaults } from '#shared/domain/marketplace/rancher-project-offering';
import { passed } from '#shared/domain/rancher-projects/diagnosis/finding';
import {
  judgeCluster,
  judgeComponents,
  judgeKeycloak,
  judgeKyverno,
  judgeLabels,
  judgePolicies,
  judgeRole,
} from '#shared/domain/rancher-projects/diagnosis/judge-offering';
import { GPU_POOL } from '#shared/domain/rancher-projects/gpu/gpu-policies';
import type { Rancher } from '#shared/ports/rancher';
import { readGpuPolicies } from '../apply-gpu-policies.ts';
import type { Check } from './run-checks.ts';

type Given = {
  open(): Promise<Rancher>;
  offering: ProjectOffering;
  hasKeycloak: boolean;
  projectCount: number;
};

/** Checks of the cluster in which the offering's projects are. */
function clusterChecks({ open, offering }: Given): Check[] {
  const { cluster_id: clusterId, default_role: role } = withProjectDefaults(offering.pluginOptions);
  return [
    {
      ...{ name: 'cluster', needs: 'rancher_login', offering },
      run: async () => judgeCluster(clusterId, await (await open()).findCluster(clusterId)),
    },
    {
      ...{ name: 'cluster_connection', needs: 'cluster', offering },
      run: async () => {
        await (await open()).listKinds(clusterId, 'v1');
        return passed('Rancher reaches the Kubernetes API of the cluster.');
      },
    },
    {
      ...{ name: 'projects', needs: 'cluster', offering },
      run: async () => {
        const listed = await (await open()).listProjects(clusterId);
        return passed(`Rancher lists the projects of the cluster: ${listed.length}.`);
      },
    },
    {
      ...{ name: 'role_template', needs: 'rancher_login', offering },
      run: async () => judgeRole(role, await (await open()).listRoleTemplates()),
    },
  ];
}

/** Checks of the labels and Kyverno policies that place the pods of an offering's projects on nodes with GPUs. */
function gpuChecks({ open, offering, projectCount }: Given): Check[] {
  const options = withProjectDefaults(offering.pluginOptions);
  const { cluster_id: clusterId, namespace_labels: labels } = options;
  const wanted = { namespaceLabels: labels, isNoGpuDefault: options.default_no_gpu_quota };
  const readPolicies = async () => {
    const read = await readGpuPolicies(await open(), clusterId, wanted);
    return read.map(({ policy, state }) => ({ name: policy.metadata.name, state }));
  };
  return [
    {
      ...{ name: 'namespace_labels', needs: 'cluster_connection', offering },
      run: async () => {
        const pool = labels[GPU_POOL];
        const nodes = pool ? await (await open()).listLabelledNodes(clusterId, { [GPU_POOL]: pool }) : [];
        return judgeLabels(labels, nodes);
      },
    },
    {
      ...{ name: 'kyverno', needs: 'cluster_connection', offering },
      run: async () => judgeKyverno(await readPolicies()),
    },
    {
      ...{ name: 'gpu_policies', needs: 'cluster_connection', offering },
      run: async () => judgePolicies(await readPolicies(), projectCount),
    },
  ];
}

export const offeringChecks = (given: Given): Check[] => [
  {
    ...{ name: 'keycloak', offering: given.offering },
    run: async () => judgeKeycloak(given.offering.pluginOptions.keycloak_enabled === true, given.hasKeycloak),
  },
  { ...{ name: 'components', offering: given.offering }, run: async () => judgeComponents(given.offering.components) },
  ...clusterChecks(given),
  ...gpuChecks(given),
];
