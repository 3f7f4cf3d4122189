import { z } from 'zod';
import { cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import type { World } from '../_worlds/world.ts';

const PATHS = {
  compute: { path: '/os-quota-sets', key: 'quota_set' },
  'block-storage': { path: '/os-quota-sets', key: 'quota_set' },
  network: { path: '/quotas', key: 'quota' },
} as const;

/** Runs `work` while the first tenant has these quotas. Then removes the limits. */
export async function withQuota<T>(
  { cloud, demo }: World,
  service: keyof typeof PATHS,
  quota: Record<string, number>,
  work: () => Promise<T>,
): Promise<T> {
  const admin = await logInAsAdmin(cloudAccess.parse(cloud.printed));
  const { path, key } = PATHS[service];
  const set = (limits: Record<string, number>) =>
    admin.ask(service, 'PUT', `${path}/${demo.access.id}`, z.unknown(), { [key]: limits });
  await set(quota);
  try {
    return await work();
  } finally {
    await set(Object.fromEntries(Object.keys(quota).map((name) => [name, -1])));
  }
}
