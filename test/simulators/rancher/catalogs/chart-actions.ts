import { randomName } from '../../_kit/random-name.ts';
import { NAMESPACES } from '../../kubernetes/core-resources.ts';
import type { Admission, KubernetesUser } from '../../kubernetes/kubernetes-context.ts';
import { KubernetesError } from '../../kubernetes/kubernetes-error.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { PROJECT } from '../contents/content-types.ts';
import { chartsOf } from './chart-repositories.ts';
import { mayKeepReleases } from './helm-rights.ts';
import { chartAction, type Given, helmRun } from './helm-run.ts';

const OPERATION = 'catalog.cattle.io.operation';
const condition = (type: string, isTrue: boolean, message = '') => ({
  ...{ type, status: isTrue ? 'True' : 'False' },
  ...(isTrue && { reason: type, message }),
});
const running = (message: string) => [condition('Reconciling', true, message), condition('Stalled', false)];
const HELM_POD = {
  spec: { containers: [{ name: 'helm', image: 'rancher/shell', command: ['helm-cmd'] }] },
  status: { phase: 'Pending' },
};
const DONE = [condition('Reconciling', false), condition('Stalled', false)];
const failed = (message: string) => [condition('Reconciling', false), condition('Stalled', true, message)];

/** Who asked for an operation: the pod that runs Helm has the rights of this user, and nothing else is checked. */
export type Asker = { user: KubernetesUser; admit: Admission | undefined };

/** Rancher's `install`, `upgrade` and `uninstall`: a pod runs Helm, and an Operation shows its progress. */
export function chartActions(context: RancherContext) {
  const { contents, clock, delays, charts: world } = context;
  const { run, releases } = helmRun(context);
  const operate = operationStarter(context);

  function ensureNamespace(clusterId: string, name: string, projectId: string, { user, admit }: Asker): void {
    if (contents.find(clusterId, 'namespace', name)) return;
    const annotations: Record<string, string> = projectId === '' ? {} : { [PROJECT]: projectId.replace('/', ':') };
    if (!user.allows({ verb: 'create', resource: 'namespaces' })) return;
    if (admit && isDenied(() => admit(namespaceNamed(name, annotations), contents.inside(clusterId).shelf))) return;
    const body = { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
    contents.add(clusterId, 'namespace', { name, annotations, body });
  }

  function apply(repository: ContentObject, body: unknown, name: 'install' | 'upgrade', asker: Asker) {
    const { clusterId } = repository;
    const given: Given = { ...chartAction.parse(body ?? {}), user: asker.user };
    const charts = chartsOf(world, repository);
    const isUpgrade = name === 'upgrade' || given.charts.length > 1;
    const all = given.charts.map((asked) => {
      const found = charts.find(
        (it) => it.name === asked.chartName && (!asked.version || it.version === asked.version),
      );
      if (!found) throw notFound(`no chart version found for ${asked.chartName}-${asked.version}`);
      return { chart: found, asked: { ...asked, releaseName: asked.releaseName || `${found.name}-1` }, isUpgrade };
    });
    const namespace = given.namespace || 'default';
    ensureNamespace(clusterId, namespace, given.projectId, asker);
    const releaseName = all.at(-1)?.asked.releaseName ?? '';
    const { output, end } = operate(clusterId, { action: name, releaseName, namespace });
    clock.after(0, () => run(clusterId, given, all, end));
    return output;
  }

  function uninstall({ clusterId, namespace, name }: ContentObject, { user }: Asker) {
    const place = { clusterId, namespace, name };
    const { output, end } = operate(clusterId, { action: 'uninstall', releaseName: name, namespace });
    const newest = releases.newest(place);
    const isAllowed = mayKeepReleases(user, place);
    if (newest && isAllowed) releases.write(place, { ...newest, info: { ...newest.info, status: 'uninstalling' } });
    clock.after(delays.helmOperation, () => {
      if (isAllowed) releases.erase(place);
      end(isAllowed);
    });
    return output;
  }

  return { apply, uninstall };
}

/** Adds an Operation and its pod. The answer's `end` records whether Helm has succeeded. */
function operationStarter({ contents }: RancherContext) {
  return (clusterId: string, status: { action: string; releaseName: string; namespace: string }) => {
    const name = `helm-operation-${randomName(5)}`;
    const { namespace } = status;
    const pod = { podName: name, podNamespace: 'cattle-system', podCreated: true };
    const body = { status: { observedGeneration: 1, ...status, ...pod, conditions: running('running operation') } };
    const made = contents.add(clusterId, OPERATION, { name, namespace, body });
    const annotations = { 'pod-impersonation.cattle.io/cluster-role': `pod-impersonation-helm-op-${randomName(5)}` };
    contents.add(clusterId, 'pod', { name, namespace: 'cattle-system', annotations, body: HELM_POD });
    const end = (isDone: boolean) => {
      const { labels, annotations } = made;
      const conditions = isDone ? DONE : failed(' exit code: 1');
      if (contents.find(clusterId, OPERATION, made.id) !== made) return;
      contents.change(made, { labels, annotations, body: { status: { ...body.status, conditions } } });
    };
    return { output: { type: 'chartActionOutput', operationName: name, operationNamespace: namespace }, end };
  };
}

const namespaceNamed = (name: string, annotations: Record<string, string>) => ({
  ...{ resource: NAMESPACES, namespace: '', name, metadata: { annotations }, body: {}, old: undefined },
});

function isDenied(ask: () => void): boolean {
  try {
    ask();
    return false;
  } catch (error) {
    if (error instanceof KubernetesError) return true;
    throw error;
  }
}
