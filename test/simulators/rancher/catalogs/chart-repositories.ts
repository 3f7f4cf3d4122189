import { createHash } from 'node:crypto';
import { fieldAt, isRecord } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import { timestamp } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import type { ChartWorld } from './chart-world.ts';
import type { SimChart } from './sim-charts.ts';

export const CLUSTER_REPO = 'catalog.cattle.io.clusterrepo';
const textAt = (object: unknown, path: string): string => {
  const found = fieldAt(object, path);
  return typeof found === 'string' ? found : '';
};

/** The charts in the index that was last downloaded from a repository. */
export function chartsOf(world: ChartWorld, repository: ContentObject): readonly SimChart[] {
  return world.at(textAt(repository.body, 'status.url')) ?? [];
}

/**
 * Rancher's agent downloads the index of each repository, and again after a change of the address or of `forceUpdate`.
 */
export function repositoryController(context: RancherContext): void {
  const { contents, clock, delays, charts: world } = context;

  function download(repository: ContentObject): void {
    const { body, uid, name } = repository;
    const { spec } = body;
    const address = textAt(spec, 'gitRepo') || textAt(spec, 'url');
    const charts = world.at(address);
    const at = timestamp(clock);
    const known = charts !== undefined;
    const version = createHash('sha1')
      .update(JSON.stringify(charts ?? []))
      .digest('hex');
    const message = known ? '' : `failed to download ${address}: no such host`;
    const git = textAt(spec, 'gitRepo') !== '';
    const status = {
      ...(isRecord(body.status) && body.status),
      ...{ observedGeneration: 1, downloadTime: at },
      ...(known && {
        ...{ url: address, ...(git && { branch: textAt(spec, 'gitBranch'), commit: version }) },
        ...{ indexConfigMapName: `${name}-0-${uid}`, indexConfigMapNamespace: 'cattle-system' },
        indexConfigMapResourceVersion: version.slice(0, 8),
      }),
      conditions: [
        { type: git ? 'FollowerDownloaded' : 'OCIDownloaded', status: 'True', lastUpdateTime: at },
        { type: 'Downloaded', status: known ? 'True' : 'False', lastUpdateTime: at, ...(!known && { message }) },
      ],
    };
    const { labels, annotations } = repository;
    contents.change(repository, { labels, annotations, body: { ...body, status } });
  }

  const isDue = ({ body }: ContentObject): boolean => {
    const address = textAt(body, 'spec.gitRepo') || textAt(body, 'spec.url');
    const forced = Date.parse(textAt(body, 'spec.forceUpdate'));
    const downloaded = Date.parse(textAt(body, 'status.downloadTime'));
    const isOther = address !== textAt(body, 'status.url');
    if (Number.isNaN(downloaded) || (isOther && world.at(address) !== undefined)) return true;
    return forced > downloaded && forced <= clock.now();
  };

  contents.listeners.add((clusterId, { resource, type, object }) => {
    if (resource.kind !== 'ClusterRepo' || type === 'DELETED') return;
    const { name } = object.metadata;
    clock.after(delays.repositoryDownload, () => {
      const repository = contents.find(clusterId, CLUSTER_REPO, name);
      if (repository && isDue(repository)) download(repository);
    });
  });
}
