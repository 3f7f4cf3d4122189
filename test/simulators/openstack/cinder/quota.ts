import type { Cloud } from '../cloud.ts';
import { computeRefusal } from '../refusal.ts';

const defaults: Record<string, number> = {
  volumes: 10,
  gigabytes: 1000,
  snapshots: 10,
  per_volume_gigabytes: -1,
  backups: 10,
  backup_gigabytes: 1000,
  groups: 10,
};

/**
 * The volume limits of a project, with three further keys for every volume type. By default, the limits for volume
 * types are unlimited.
 */
export function volumeQuota({ cinder }: Cloud, projectId: string): Record<string, number> {
  const perType = [...cinder.types.values()].flatMap(({ name }) => [
    [`volumes_${name}`, -1],
    [`gigabytes_${name}`, -1],
    [`snapshots_${name}`, -1],
  ]);
  return { ...defaults, ...Object.fromEntries(perType), ...cinder.quotas.get(projectId) };
}

export function volumeUsage({ cinder }: Cloud, projectId: string, key: string): number {
  const [what = '', ...rest] = key.split('_');
  const type = rest.join('_');
  const counted = [...cinder.volumes.values()].filter(
    (volume) => volume.project_id === projectId && (type === '' || volume.volume_type === type),
  );
  if (what === 'volumes') return counted.length;
  return what === 'gigabytes' ? counted.reduce((sum, { size }) => sum + size, 0) : 0;
}

/** Why one more volume would exceed a quota, in Cinder's words. Undefined if the volume fits. */
export function volumeQuotaProblem(
  cloud: Cloud,
  projectId: string,
  wanted: { size: number; volume_type: string },
): string | undefined {
  const quota = volumeQuota(cloud, projectId);
  const asked = { volumes: 1, gigabytes: wanted.size };
  for (const [what, amount] of Object.entries(asked)) {
    for (const key of [`${what}_${wanted.volume_type}`, what]) {
      const limit = quota[key] ?? -1;
      const used = volumeUsage(cloud, projectId, key);
      if (limit >= 0 && used + amount > limit) return problem({ what, key, limit, used, amount });
    }
  }
  return undefined;
}

function problem(over: { what: string; key: string; limit: number; used: number; amount: number }): string {
  const { what, key, limit, used, amount } = over;
  return what === 'volumes'
    ? `VolumeLimitExceeded: Maximum number of volumes allowed (${limit}) exceeded for quota '${key}'.`
    : `VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed ${key} quota. Requested ${amount}G, quota is ${limit}G and ${used}G has been consumed.`;
}

/** @throws Refusal 413 */
export function requireVolumeQuota(
  cloud: Cloud,
  projectId: string,
  wanted: { size: number; volume_type: string },
): void {
  const message = volumeQuotaProblem(cloud, projectId, wanted);
  if (message) throw computeRefusal(413, message, { 'retry-after': '0' }, { retryAfter: '0' });
}
