import { yamlText } from '../_core/text/yaml-text.ts';

type Quotas = {
  resourceQuota?: unknown;
  namespaceDefaultResourceQuota?: unknown;
  containerDefaultResourceLimit?: unknown;
};
/**
 * Everything that Rancher stores about a cluster. `provisioning` is the object from which Rancher created the cluster.
 * It is absent if the cluster was imported into Rancher.
 */
export type ClusterDefinition = {
  provisioning?: { name: string; namespace: string; labels: Record<string, string>; spec: unknown };
  projects: readonly { id: string; name: string; description: string; isSystem: boolean; quotas: Quotas }[];
  namespaces: readonly { name: string; projectId: string; labels: Record<string, string>; resourceQuota?: unknown }[];
};

const PROJECT = 'field.cattle.io/projectId';
const QUOTA = 'field.cattle.io/resourceQuota';

/** Keys with secret values. A key that matches `SECRET_NAME` has no secret value, because it only names a Secret. */
const SECRET = /(password|passwd|token|secret|credential|privatekey|access-?key|secret-?key)$/i;
const SECRET_NAME = /(secretname|credentialname)$/i;
const FREE_TEXT = new Set(['agentEnvVars', 'additionalManifest']);

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const open = Object.entries(value).filter(
    ([key]) => SECRET_NAME.test(key) || !(SECRET.test(key) || FREE_TEXT.has(key)),
  );
  return Object.fromEntries(open.map(([key, inner]) => [key, withoutSecrets(inner)]));
}

/** Labels that Rancher and Kubernetes set themselves. They are left out, because a new object gets them again. */
const BOOKKEEPING = /^([^/]+\.)?cattle\.io\/|^kubernetes\.io\/metadata\.name$/;
const written = (labels: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).filter(([key]) => !BOOKKEEPING.test(key)));

const provisioningDocument = ({ name, namespace, labels, spec }: NonNullable<ClusterDefinition['provisioning']>) => ({
  apiVersion: 'provisioning.cattle.io/v1',
  kind: 'Cluster',
  metadata: { name, namespace, labels: written(labels) },
  spec: withoutSecrets(spec),
});

function projectDocument({ id, name, description, quotas }: ClusterDefinition['projects'][number]) {
  const [clusterName = '', projectName = ''] = id.split(':');
  return {
    apiVersion: 'management.cattle.io/v3',
    kind: 'Project',
    metadata: { name: projectName, namespace: clusterName },
    spec: { clusterName, displayName: name, description, ...quotas },
  };
}

const namespaceDocument = ({ name, projectId, labels, resourceQuota }: ClusterDefinition['namespaces'][number]) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    labels: written(labels),
    annotations: {
      ...(projectId !== '' && { [PROJECT]: projectId }),
      ...(resourceQuota !== undefined && { [QUOTA]: JSON.stringify(resourceQuota) }),
    },
  },
});

/**
 * The cluster's definition as several YAML documents: the cluster itself, its projects, and its namespaces with
 * Rancher's quotas. Secrets are left out. Everything that Rancher makes by itself is also left out, such as Rancher's
 * own labels and the System project.
 */
export function writeDefinition({ provisioning, projects, namespaces }: ClusterDefinition): string {
  const system = new Set(projects.filter(({ isSystem }) => isSystem).map(({ id }) => id));
  const documents = [
    ...(provisioning ? [provisioningDocument(provisioning)] : []),
    ...projects.filter(({ id }) => !system.has(id)).map(projectDocument),
    ...namespaces.filter(({ projectId }) => !system.has(projectId)).map(namespaceDocument),
  ];
  return documents.map(yamlText).join('---\n');
}
