import { z } from 'zod';
import { type DrainSettings, drainSettings } from '../planning/pools/drain-settings.ts';

/**
 * The default drain settings: workloads are moved away from a node. Workloads that do not end in time are deleted, as
 * in the deletion of a node (S0-414). The timeout is the default of Rancher's own form.
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

/** The drain settings, with the field names of Rancher's provisioning cluster. */
export const drainOptions = (drain: DrainSettings) => ({
  enabled: drain.enabled,
  timeout: drain.timeoutSeconds,
  force: drain.force,
  ignoreDaemonSets: drain.ignoreDaemonSets,
  deleteEmptyDirData: drain.deleteEmptyDirData,
  disableEviction: drain.disableEviction,
  gracePeriod: drain.gracePeriodSeconds,
});

/** An accepted upgrade. The cluster's record contains the upgrade until all nodes run the new release. */
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
