import { randomName } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { PROJECT } from '../contents/content-types.ts';
import { chartsOf } from './chart-repositories.ts';
import { chartAction, helmRun } from './helm-run.ts';

const OPERATION = 'catalog.cattle.io.operation';
const condition = (type: string, isTrue: boolean, message = '') => ({
  ...{ type, status: isTrue ? 'True' : 'False' },
  ...(isTrue && { reason: type, message }),
});
const running = (message: string) => [condition('Reconciling', true, message), condition('Stalled', false)];
const DONE = [condition('Reconciling', false), condition('Stalled', false)];
const failed = (message: string) => [condition('Reconciling', false), condition('Stalled', true, message)];

/** Rancher's `install`, `upgrade` and `uninstall`: a pod runs Helm, and an Operation shows its progress. */
export function chartActions(context: RancherContext) {
  const { contents, clock, delays, charts: world } = context;
  const { run, releases } = helmRun(context);

  function operate(clusterId: string, status: { action: string; releaseName: string; namespace: string }) {
    const name = `helm-operation-${randomName(5)}`;
    const { namespace } = status;
    const pod = { podName: name, podNamespace: 'cattle-system', podCreated: true };
    const body = { status: { observedGeneration: 1, ...status, ...pod, conditions: running('running operation') } };
    const made = contents.add(clusterId, OPERATION, { name, namespace, body });
    const end = (isDone: boolean) => {
      const { labels, annotations } = made;
      const conditions = isDone ? DONE : failed(' exit code: 1');
      if (contents.find(clusterId, OPERATION, made.id) !== made) return;
      contents.change(made, { labels, annotations, body: { status: { ...body.status, conditions } } });
    };
    return { output: { type: 'chartActionOutput', operationName: name, operationNamespace: namespace }, end };
  }

  function ensureNamespace(clusterId: string, name: string, projectId: string): void {
    if (contents.find(clusterId, 'namespace', name)) return;
    const annotations = projectId === '' ? {} : { [PROJECT]: projectId.replace('/', ':') };
    const body = { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
    contents.add(clusterId, 'namespace', { name, annotations, body });
  }

  function apply(clusterId: string, repository: ContentObject, body: unknown, name: 'install' | 'upgrade') {
    const given = chartAction.parse(body ?? {});
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
    ensureNamespace(clusterId, namespace, given.projectId);
    const releaseName = all.at(-1)?.asked.releaseName ?? '';
    const { output, end } = operate(clusterId, { action: name, releaseName, namespace });
    clock.after(0, () => run(clusterId, given, all, end));
    return output;
  }

  function uninstall(clusterId: string, { namespace, name }: ContentObject) {
    const place = { clusterId, namespace, name };
    const { output, end } = operate(clusterId, { action: 'uninstall', releaseName: name, namespace });
    const newest = releases.newest(place);
    if (newest) releases.write(place, { ...newest, info: { ...newest.info, status: 'uninstalling' } });
    clock.after(delays.helmOperation, () => {
      releases.erase(place);
      end(true);
    });
    return output;
  }

  return { apply, uninstall };
}
