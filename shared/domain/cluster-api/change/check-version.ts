import type { SeenKubernetesObject } from '../kubernetes-object.ts';
import { specOf } from '../status/conditions.ts';
import type { SeenCluster } from '../status/seen-cluster.ts';

type Version = readonly [major: number, minor: number, patch: number];

function parse(text: string): Version | undefined {
  const [, major, minor, patch] = /^v(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

const topologyVersion = (cluster: SeenKubernetesObject): string | undefined => {
  const { topology } = Object(cluster.spec);
  const version: unknown = Object(topology).version;
  return typeof version === 'string' ? version : undefined;
};

/**
 * `written` is the version in the Cluster object. `running` are the versions of the control plane and of all machines.
 */
export type SeenVersions = { written: string | undefined; running: readonly string[] };

export const versionsOf = ({ cluster, controlPlane, machines }: SeenCluster): SeenVersions => {
  const objects = [...(controlPlane ? [controlPlane] : []), ...machines];
  return {
    written: cluster && topologyVersion(cluster),
    running: [...new Set(objects.flatMap((one) => specOf(one).version ?? []))],
  };
};

const compare = (one: Version, other: Version): number => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/**
 * Why a cluster cannot have this version. Undefined if the version is possible. The control plane and the workers have
 * different versions only while Cluster API upgrades the cluster. Workers are never newer than the control plane,
 * because Cluster API upgrades the control plane first.
 */
export function versionProblem(wanted: string, { written, running }: SeenVersions): string | undefined {
  const to = parse(wanted);
  if (!to) return 'Enter a version such as `v1.33.5`.';
  const from = written === undefined ? undefined : parse(written);
  if (!from || wanted === written) return undefined;
  const [other] = running.filter((version) => version !== written);
  if (other !== undefined) {
    return `Cluster API is still upgrading the cluster to ${written}, and machines run ${other}. Finish this upgrade first.`;
  }
  if (compare(to, from) < 0) return `The cluster runs ${written}, and cannot be downgraded.`;
  if (to[0] === from[0] && to[1] <= from[1] + 1) return undefined;
  return `Upgrade by one minor version at a time. The cluster runs ${written}, so upgrade it to v${from[0]}.${from[1] + 1} first.`;
}
