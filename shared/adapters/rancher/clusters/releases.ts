import { z } from 'zod';
import { unlessNotFound } from '#shared/adapters/not-found';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherSession } from '../rancher-session.ts';

const listed = z.object({ data: z.array(z.object({ id: z.string().optional(), version: z.string().optional() })) });

/**
 * The releases that Rancher can install. `like` is a release of the wanted distribution, RKE2 or K3s. Empty if Rancher
 * has no list.
 */
export async function listReleases(
  session: RancherSession,
  like: string,
  options: { timeoutMs?: number } = {},
): Promise<string[]> {
  const path = like.includes('+k3s') ? '/v1-k3s-release/releases' : '/v1-rke2-release/releases';
  const call = session.call({ ...options, op: 'listReleases', method: 'GET', path, reply: listed });
  return ((await unlessNotFound(call))?.data ?? []).flatMap(({ id, version }) => version ?? id ?? []);
}

export const releases = (session: RancherSession): Pick<Rancher, 'listReleases'> => ({
  listReleases: (like) => listReleases(session, like),
});
