import { randomName } from '../../_kit/random-name.ts';
import { NAMESPACES } from '../../kubernetes/core-resources.ts';
import type { ObjectEvent } from '../../kubernetes/kubernetes-context.ts';
import { timestamp } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject, RancherProject } from '../_core/rancher-objects.ts';
import { PROJECT, QUOTA } from './content-types.ts';
import { exceeding, hardOf, type Limits, limitsOf, namespaceLimits, sumOf } from './namespace-quota.ts';
import { hasCondition, withCondition } from './namespace-status.ts';

const QUOTA_PROJECT = 'field.cattle.io/resourceQuotaProjectId';
const CREATED = 'lifecycle.cattle.io/create.namespace-auth';
const DEFAULT_QUOTA = 'resourcequota.management.cattle.io/default-resource-quota';
const VALIDATED = 'ResourceQuotaValidated';
type Changed = Partial<Pick<ContentObject, 'labels' | 'annotations'>>;

export const isLeaving = ({ meta }: ContentObject): boolean => meta?.deletionTimestamp !== undefined;

/** What the namespaces of a project have been given of its quota, without one of them. */
export function givenLimits(
  { contents }: Pick<RancherContext, 'contents'>,
  project: RancherProject,
  without = '',
): Limits {
  const others = contents
    .listOf(project.clusterId, 'namespace')
    .filter(({ name, annotations }) => name !== without && annotations[PROJECT] === project.id)
    .filter(({ annotations }) => hasCondition(annotations, VALIDATED));
  return sumOf(others.map((it) => namespaceLimits(it) ?? {}));
}

/** What Rancher's agent does to the namespaces of a cluster: project, quota, roles. */
export function namespaceControllers(context: RancherContext): void {
  const { store, contents, clock, delays } = context;

  function change(
    namespace: ContentObject,
    { labels = namespace.labels, annotations = namespace.annotations }: Changed,
  ) {
    const isSame = JSON.stringify([labels, annotations]) === JSON.stringify([namespace.labels, namespace.annotations]);
    if (!isSame) contents.change(namespace, { labels, annotations, body: namespace.body });
  }
  const projectOf = ({ annotations }: ContentObject) => store.projects.get(annotations[PROJECT] ?? '');
  const withStatus = (namespace: ContentObject, Type: string, isTrue: boolean, Message = '') =>
    withCondition(namespace.annotations, { Type, Status: isTrue ? 'True' : 'False', Message }, timestamp(clock));

  function label(namespace: ContentObject): void {
    const { [PROJECT]: _old, ...labels } = namespace.labels;
    const id = namespace.annotations[PROJECT]?.split(':')[1];
    change(namespace, { labels: id === undefined ? labels : { ...labels, [PROJECT]: id } });
  }

  function giveQuota(namespace: ContentObject): void {
    const project = projectOf(namespace);
    const usual = limitsOf(project?.namespaceDefaultResourceQuota);
    const most = limitsOf(project?.resourceQuota);
    const there = contents.listOf(namespace.clusterId, 'resourcequota').find((it) => it.namespace === namespace.name);
    if (!project || !usual || !most) {
      if (there) contents.remove(there);
      return;
    }
    const wanted = { ...usual, ...namespaceLimits(namespace) };
    const annotations = { ...namespace.annotations, [QUOTA]: JSON.stringify({ limit: wanted }) };
    const over = exceeding(sumOf([givenLimits(context, project, namespace.name), wanted]), most);
    change(namespace, { annotations });
    const message =
      over === undefined ? '' : `Resource quota [${over}] exceeds project limit, or is based on negative values`;
    change(namespace, { annotations: withStatus(namespace, VALIDATED, over === undefined, message) });
    if (over === undefined) limitNamespace(namespace, hardOf(wanted), there);
    clock.after(delays.projectUsedLimit - delays.namespaceProject, () => countUsed(project));
  }

  function limitNamespace({ clusterId, name }: ContentObject, hard: Record<string, string>, there?: ContentObject) {
    const used = Object.fromEntries(Object.keys(hard).map((one) => [one, '0']));
    const body = { spec: { hard }, status: { hard, used } };
    if (there) {
      const isSame = JSON.stringify(there.body.spec) === JSON.stringify(body.spec);
      if (!isSame) contents.change(there, { labels: there.labels, annotations: there.annotations, body });
      return;
    }
    const labels = { [DEFAULT_QUOTA]: 'true' };
    const made = contents.add(clusterId, 'resourcequota', {
      name: `default-${randomName(5)}`,
      namespace: name,
      labels,
      body,
    });
    made.meta = { generateName: 'default-' };
  }

  function countUsed(project: RancherProject): void {
    if (project.resourceQuota) project.usedLimit = givenLimits(context, project);
  }

  /** Steps after a namespace has come, or has got another project. */
  function follow(clusterId: string, name: string, uid: string): void {
    const later = (ms: number, work: (namespace: ContentObject) => void) =>
      clock.after(ms, () => {
        const namespace = contents.find(clusterId, 'namespace', name);
        if (namespace?.uid === uid && !isLeaving(namespace)) work(namespace);
      });
    later(delays.namespaceProject, (namespace) => {
      label(namespace);
      giveQuota(namespace);
    });
    later(delays.namespaceInit, (namespace) =>
      change(namespace, { annotations: { ...withStatus(namespace, 'ResourceQuotaInit', true), [CREATED]: 'true' } }),
    );
    later(delays.namespaceQuotaProject, (namespace) => {
      const { [QUOTA_PROJECT]: _old, ...annotations } = namespace.annotations;
      const { [PROJECT]: id } = annotations;
      change(namespace, { annotations: id === undefined ? annotations : { ...annotations, [QUOTA_PROJECT]: id } });
    });
    later(delays.namespaceRoles, (namespace) =>
      change(namespace, { annotations: withStatus(namespace, 'InitialRolesPopulated', true) }),
    );
  }

  /** Of each namespace, the project and the quota that were last worked off. */
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
    if (event.type === 'ADDED') addRootCertificate(clusterId, event.object.metadata.name);
  });

  /** Kubernetes' own controller puts it into every namespace. */
  function addRootCertificate(clusterId: string, namespace: string): void {
    const body = { data: { 'ca.crt': '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n' } };
    contents.add(clusterId, 'configmap', { name: 'kube-root-ca.crt', namespace, body });
    contents.add(clusterId, 'serviceaccount', { name: 'default', namespace });
  }
}
