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
  /** Number of seconds after which a pod that has not ended is killed. -1 means the pod's own setting. */
  gracePeriodSeconds: z.int(),
});
export type DrainSettings = z.infer<typeof drainSettings>;
