import type { Uuid } from './identifier.ts';
import { isKubeconfigTokenOf } from './naming.ts';

/** What a kubeconfig lives when nobody says how long. */
const USUAL_TTL_SECONDS = 3600;
export const usualTtl = (maxSeconds: number): number => Math.min(USUAL_TTL_SECONDS, maxSeconds);

type Key = { id: string; description: string; expiresAt?: string };

/** The cluster's API keys that were made for kubeconfigs: those that open it still, and those that are over. */
export function issuedKubeconfigs<K extends Key>(keys: readonly K[], clusterUuid: Uuid, now: Date) {
  const ours = keys.filter(({ description }) => isKubeconfigTokenOf(clusterUuid, description));
  const isOver = ({ expiresAt }: K): boolean => expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();
  return { live: ours.filter((key) => !isOver(key)), over: ours.filter(isOver) };
}
