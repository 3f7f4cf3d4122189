import { NAMESPACES } from '../../kubernetes/core-resources.ts';
import type { Admission } from '../../kubernetes/kubernetes-context.ts';
import { KubernetesError } from '../../kubernetes/kubernetes-error.ts';
import type { Caller } from '../identity/caller.ts';
import { projectPlace } from '../roles/rights.ts';
import { PROJECT } from './content-types.ts';

const POD_SECURITY = 'pod-security.kubernetes.io/';
const WEBHOOK = 'rancher.cattle.io.namespaces';
type Texts = Readonly<Record<string, string>> | undefined;

const podSecurityOf = (labels: Texts): string =>
  JSON.stringify(
    Object.entries(labels ?? {})
      .filter(([name]) => name.startsWith(POD_SECURITY))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * Rancher's webhook in each cluster. Whoever puts a namespace into a project needs `manage-namespaces` of the project.
 * Whoever changes Pod Security needs `updatepsa`. Everything else is free: a namespace may leave its project, and its
 * quota may change.
 */
export const namespaceWebhook =
  (clusterId: string, { userId, may }: Pick<Caller, 'userId' | 'may'>): Admission =>
  ({ resource, metadata, old }) => {
    if (resource !== NAMESPACES) return;
    const { [PROJECT]: projectId = '' } = metadata.annotations ?? {};
    const deny = (why: string) => {
      const webhook = old ? WEBHOOK : `${WEBHOOK}.create-non-kubesystem`;
      const message = `admission webhook "${webhook}" denied the request: ${why}`;
      throw new KubernetesError('Unauthorized', message, undefined, 403);
    };
    if (projectId !== '' && projectId !== old?.metadata.annotations?.[PROJECT]) {
      const [, name = projectId] = projectId.split(':');
      if (!may('manage-namespaces', { resource: 'projects', ...projectPlace(projectId) })) {
        deny(`User "${userId}" does not have permission "manage-namespaces" on project "${name}"`);
      }
    }
    if (podSecurityOf(metadata.labels) === podSecurityOf(old?.metadata.labels)) return;
    const place = projectId === '' ? { clusterId } : projectPlace(projectId);
    if (!may('updatepsa', { resource: 'projects', ...place })) deny('Unauthorized');
  };
