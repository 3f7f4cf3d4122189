import { NAMESPACES } from '../../kubernetes/core-resources.ts';
import type { ObjectEvent } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { LOCAL } from './cluster-insides.ts';
import { PROJECT, QUOTA } from './content-types.ts';
import { isBeingDeleted, namespaceChange } from './namespace-change.ts';
import { quotaController } from './quota-controller.ts';
import { bindInNamespace } from './role-agent.ts';

const QUOTA_PROJECT = 'field.cattle.io/resourceQuotaProjectId';
const CREATED = 'lifecycle.cattle.io/create.namespace-auth';

/** The steps that Rancher's agent takes for a namespace that is new, or that has got another project. */
function namespaceSteps(context: RancherContext) {
  const { contents, clock, delays } = context;
  const { change, withStatus } = namespaceChange(context);
  const { giveQuota, countUsed } = quotaController(context);

  function label(namespace: ContentObject): void {
    const { [PROJECT]: _old, ...labels } = namespace.labels;
    const id = namespace.annotations[PROJECT]?.split(':')[1];
    change(namespace, { labels: id === undefined ? labels : { ...labels, [PROJECT]: id } });
  }

  /** Rancher's own cluster has no quotas, so its namespaces do not get this annotation. */
  function giveQuotaProject(namespace: ContentObject): void {
    const { [QUOTA_PROJECT]: _old, ...annotations } = namespace.annotations;
    const { [PROJECT]: id } = annotations;
    change(namespace, { annotations: id === undefined ? annotations : { ...annotations, [QUOTA_PROJECT]: id } });
  }

  function follow(clusterId: string, name: string, uid: string): void {
    const later = (ms: number, work: (namespace: ContentObject) => void) =>
      clock.after(ms, () => {
        const namespace = contents.find(clusterId, 'namespace', name);
        if (namespace?.uid === uid && !isBeingDeleted(namespace)) work(namespace);
      });
    later(delays.namespaceProject, (namespace) => {
      label(namespace);
      giveQuota(namespace);
    });
    later(delays.namespaceInit, (namespace) =>
      change(namespace, { annotations: { ...withStatus(namespace, 'ResourceQuotaInit', true), [CREATED]: 'true' } }),
    );
    if (clusterId !== LOCAL) later(delays.namespaceQuotaProject, giveQuotaProject);
    later(delays.namespaceRoles, (namespace) => {
      bindInNamespace(context, namespace);
      change(namespace, { annotations: withStatus(namespace, 'InitialRolesPopulated', true) });
    });
  }

  return { follow, countUsed };
}

/** What Rancher's agent does to the namespaces of a cluster: project, quota, roles. */
export function namespaceControllers(context: RancherContext): void {
  const { store, contents, clock, delays } = context;
  const { follow, countUsed } = namespaceSteps(context);

  /** For each namespace, the project and the quota that were last applied. */
  const seen = new Map<string, string>();
  function heard(clusterId: string, { type, object }: ObjectEvent): void {
    const { name, uid, annotations = {}, deletionTimestamp } = object.metadata;
    const wanted = `${annotations[PROJECT] ?? ''} ${annotations[QUOTA] ?? ''}`;
    if (type === 'DELETED' || deletionTimestamp) {
      const project = seen.delete(uid) ? store.projects.get(annotations[PROJECT] ?? '') : undefined;
      if (project?.resourceQuota) clock.after(delays.projectUsedLimit, () => countUsed(project));
      return;
    }
    const isNew = !seen.has(uid);
    if (!isNew && seen.get(uid) === wanted) return;
    seen.set(uid, wanted);
    follow(clusterId, name, uid);
  }

  contents.listeners.add((clusterId, event) => {
    if (event.resource !== NAMESPACES) return;
    heard(clusterId, event);
    if (event.type === 'ADDED') addRootCertificate(context, clusterId, event.object.metadata.name);
  });
}

/** Kubernetes' own controller puts this ConfigMap into every namespace. */
function addRootCertificate({ contents }: RancherContext, clusterId: string, namespace: string): void {
  const body = { data: { 'ca.crt': '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n' } };
  contents.add(clusterId, 'configmap', { name: 'kube-root-ca.crt', namespace, body });
  contents.add(clusterId, 'serviceaccount', { name: 'default', namespace });
}
