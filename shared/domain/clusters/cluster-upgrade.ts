import { z } from 'zod';

/** How a node's workloads are moved away before its release is changed; the names are Rancher's (`rkeConfig.upgradeStrategy`). */
export const drainSettings = z.object({
  enabled: z.boolean(),
  /** How long Rancher tries, in seconds; 0 is for ever. */
  timeoutSeconds: z.int(),
  /** Pods that nothing would make again elsewhere go, too. */
  force: z.boolean(),
  ignoreDaemonSets: z.boolean(),
  /** What pods keep in emptyDir volumes is lost. */
  deleteEmptyDirData: z.boolean(),
  /** Pods are deleted and not evicted: their disruption budgets do not count. */
  disableEviction: z.boolean(),
  /** What each pod has to end by itself; -1 is what the pod says. */
  gracePeriodSeconds: z.int(),
});
export type DrainSettings = z.infer<typeof drainSettings>;

/**
 * Workloads are moved away, by force where they are stuck, as in a node's deletion (S0-414); the time is the one that Rancher's own
 * form begins with.
 */
export const DEFAULT_DRAIN: DrainSettings = {
  enabled: true,
  timeoutSeconds: 120,
  force: true,
  ignoreDaemonSets: true,
  deleteEmptyDirData: true,
  disableEviction: false,
  gracePeriodSeconds: -1,
};

/** An upgrade that was accepted; it stays on the cluster until all nodes run the new release. */
export const clusterUpgrade = z.object({
  from: z.string(),
  to: z.string(),
  drain: drainSettings,
  /** So many agents may be away at a time; of servers it is one. */
  workerConcurrency: z.int(),
  /** How many nodes ran the new release at the last look. */
  upgradedNodes: z.int(),
});
export type ClusterUpgrade = z.infer<typeof clusterUpgrade>;
