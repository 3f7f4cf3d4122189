import { z } from 'zod';

/**
 * How workloads are moved away from a node before its upgrade. The names are Rancher's (`rkeConfig.upgradeStrategy`).
 */
export const drainSettings = z.object({
  enabled: z.boolean(),
  /** Rancher's timeout in seconds. 0 means no limit. */
  timeoutSeconds: z.int(),
  /** Whether pods without a controller are deleted, too. */
  force: z.boolean(),
  ignoreDaemonSets: z.boolean(),
  /** Whether pods with emptyDir volumes are deleted. The data in these volumes is lost. */
  deleteEmptyDirData: z.boolean(),
  /** Whether pods are deleted even if their disruption budgets forbid it. */
  disableEviction: z.boolean(),
  /** Seconds that a pod has to end. -1 means the pod's own setting. */
  gracePeriodSeconds: z.int(),
});
export type DrainSettings = z.infer<typeof drainSettings>;

/**
 * Workloads are moved away from a node. Workloads that do not end in time are deleted, as in the deletion of a node
 * (S0-414). The timeout is the default of Rancher's own form.
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

/** The settings as the provisioning cluster of Rancher has them. */
export const drainOptions = (drain: DrainSettings) => ({
  enabled: drain.enabled,
  timeout: drain.timeoutSeconds,
  force: drain.force,
  ignoreDaemonSets: drain.ignoreDaemonSets,
  deleteEmptyDirData: drain.deleteEmptyDirData,
  disableEviction: drain.disableEviction,
  gracePeriod: drain.gracePeriodSeconds,
});

/** An accepted upgrade. The cluster keeps it until all nodes run the new release. */
export const clusterUpgrade = z.object({
  from: z.string(),
  to: z.string(),
  drain: drainSettings,
  /** Number of agents that are upgraded at the same time. Servers are upgraded one by one. */
  workerConcurrency: z.int(),
  /** Number of nodes that ran the new release at the last check. */
  upgradedNodes: z.int(),
});
export type ClusterUpgrade = z.infer<typeof clusterUpgrade>;
