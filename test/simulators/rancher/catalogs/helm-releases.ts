import { gzipSync } from 'node:zlib';
import { timestamp } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import type { SimChart } from './sim-charts.ts';

export type HelmStatus = 'pending-install' | 'pending-upgrade' | 'deployed' | 'failed' | 'superseded' | 'uninstalling';
/** One revision of a release, as Helm keeps it in a Secret. */
export type HelmRelease = {
  name: string;
  namespace: string;
  version: number;
  info: { first_deployed: string; last_deployed: string; description: string; status: HelmStatus };
  chart: { metadata: Record<string, unknown>; values: Record<string, unknown> };
  config: Record<string, unknown>;
};
export type Place = { clusterId: string; namespace: string; name: string };

const APP = 'catalog.cattle.io.app';
const SECRET_TYPE = 'helm.sh/release.v1';
const secretName = ({ name, version }: Pick<HelmRelease, 'name' | 'version'>) =>
  `sh.helm.release.v1.${name}.v${version}`;

/** Helm writes JSON, gzipped, in base64; Kubernetes adds its own base64. */
const encoded = (release: HelmRelease): string =>
  Buffer.from(gzipSync(JSON.stringify(release)).toString('base64')).toString('base64');

/**
 * The releases of Helm. Each revision is kept in a Secret, as Helm's client does. From the newest revision, Rancher's
 * agent makes an App.
 */
export function helmReleases(context: RancherContext) {
  const { contents, clock } = context;
  const kept = new Map<string, HelmRelease[]>();
  const keyOf = ({ clusterId, namespace, name }: Place) => `${clusterId} ${namespace}/${name}`;
  const historyOf = (place: Place): HelmRelease[] =>
    (kept.get(keyOf(place)) ?? []).filter((it) =>
      contents.find(place.clusterId, 'secret', `${place.namespace}/${secretName(it)}`),
    );

  function keepSecret(place: Place, release: HelmRelease): ContentObject {
    const { clusterId, namespace, name } = place;
    const labels = { name, owner: 'helm', status: release.info.status, version: String(release.version) };
    const body = { type: SECRET_TYPE, data: { release: encoded(release) } };
    const there = contents.find(clusterId, 'secret', `${namespace}/${secretName(release)}`);
    if (!there) return contents.add(clusterId, 'secret', { name: secretName(release), namespace, labels, body });
    contents.change(there, { labels, annotations: there.annotations, body });
    return there;
  }

  function write(place: Place, release: HelmRelease): void {
    showApp(context, place, release, keepSecret(place, release));
    kept.set(keyOf(place), [...historyOf(place).filter((it) => it.version !== release.version), release]);
  }

  return {
    newest: (place: Place): HelmRelease | undefined => historyOf(place).at(-1),
    write,
    supersede(place: Place, release: HelmRelease): void {
      const old = { ...release, info: { ...release.info, status: 'superseded' as const } };
      keepSecret(place, old);
      kept.set(
        keyOf(place),
        historyOf(place).map((it) => (it.version === old.version ? old : it)),
      );
    },
    /** `helm uninstall`: removes the release, and everything that the chart has made. */
    erase(place: Place): void {
      const { clusterId, namespace, name } = place;
      for (const release of historyOf(place)) {
        contents.delete(clusterId, 'secret', { namespace, name: secretName(release) });
      }
      kept.delete(keyOf(place));
      contents.delete(clusterId, APP, { namespace, name });
      for (const made of contents.listOf(clusterId, 'apps.deployment')) {
        const isOwn = made.namespace === namespace && made.labels['app.kubernetes.io/instance'] === name;
        if (isOwn) contents.remove(made);
      }
    },
    now: () => timestamp(clock),
  };
}

type Made = { replicas: number; isReady: boolean };

/** Makes the deployments of a chart. A deployment whose image has the tag `broken` never becomes ready. */
export function deployChart(
  { contents }: Pick<RancherContext, 'contents'>,
  { clusterId, namespace, name }: Place,
  { deployments }: SimChart,
  { replicas, isReady }: Made,
): void {
  for (const part of deployments) {
    const app = `${name}-${part}`;
    const labels = { app, 'app.kubernetes.io/instance': name, 'app.kubernetes.io/managed-by': 'Helm' };
    const template = { metadata: { labels }, spec: { containers: [{ name: part, image: `example/${part}` }] } };
    const body = {
      spec: { replicas, selector: { matchLabels: { app } }, template },
      status: { replicas, readyReplicas: isReady ? replicas : 0 },
    };
    const there = contents.find(clusterId, 'apps.deployment', `${namespace}/${app}`);
    if (there) contents.change(there, { labels, annotations: there.annotations, body });
    else contents.add(clusterId, 'apps.deployment', { name: app, namespace, labels, body });
  }
}

/** Makes the App from the newest revision of a release, as Rancher's agent does. */
function showApp(
  { contents }: Pick<RancherContext, 'contents'>,
  place: Place,
  release: HelmRelease,
  secret: ContentObject,
): void {
  const { clusterId, namespace, name } = place;
  const { info, chart, version } = release;
  const { first_deployed: firstDeployed, last_deployed: lastDeployed, description, status } = info;
  const state = { state: status, ...(status === 'failed' && { error: true }) };
  const annotations = chart.metadata.annotations ?? {};
  const repository = new Map(Object.entries(annotations)).get('catalog.cattle.io/ui-source-repo');
  const labels = { ...(typeof repository === 'string' && { 'catalog.cattle.io/cluster-repo-name': repository }) };
  const body = {
    spec: {
      ...{ name, namespace, version, helmVersion: 3, info: { firstDeployed, lastDeployed, description, status } },
      chart: { metadata: chart.metadata, values: chart.values },
    },
    status: {
      observedGeneration: 1,
      summary: { ...state, ...(/^pending|ing$/.test(status) && { transitioning: true }) },
    },
  };
  const there = contents.find(clusterId, APP, `${namespace}/${name}`);
  const app = there ?? contents.add(clusterId, APP, { name, namespace, labels, body });
  if (there) contents.change(there, { labels, annotations: there.annotations, body });
  app.meta = { ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: secret.name, uid: secret.uid }] };
}
