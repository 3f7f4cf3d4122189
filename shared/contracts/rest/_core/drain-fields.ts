import { z } from 'zod';
import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import type { DrainSettings } from '#shared/domain/planning/pools/drain-settings';
import { described, type FieldText } from './field-text.ts';
import { flag, integer } from './fields.ts';
import { knownFields } from './known-fields.ts';

const DAY = 86_400;

/**
 * Texts about Rancher's drain options, under the names that the API gives them. The options apply to servers and
 * agents.
 */
const DRAIN_TEXTS = {
  enabled: {
    is: 'Whether workloads are moved to other nodes before a node is upgraded.',
    default: true,
    example: true,
  },
  timeout: {
    is: 'Maximum time for draining a node. 0 means no limit.',
    unit: 'seconds',
    default: 120,
    example: 300,
  },
  force: { is: 'Whether pods without a controller are deleted too.', default: true, example: true },
  ignore_daemon_sets: { is: 'Whether pods of daemon sets may stay.', default: true, example: true },
  delete_empty_dir_data: {
    is: 'Whether pods with `emptyDir` volumes are deleted; their data is lost.',
    default: true,
    example: true,
  },
  disable_eviction: {
    is: 'Whether pods are deleted in spite of disruption budgets.',
    default: false,
    example: false,
  },
  grace_period: {
    is: 'Time for a pod to end. -1 means the pod’s own setting.',
    unit: 'seconds',
    default: -1,
    example: 60,
  },
} satisfies Record<string, FieldText>;

/** How workloads are moved away from a node before it is upgraded. */
export const drainBody = knownFields(
  z.object(
    described(
      {
        enabled: flag().optional(),
        timeout: integer(0, DAY).optional(),
        force: flag().optional(),
        ignore_daemon_sets: flag().optional(),
        delete_empty_dir_data: flag().optional(),
        disable_eviction: flag().optional(),
        grace_period: integer(-1, DAY).optional(),
      },
      DRAIN_TEXTS,
    ),
  ),
);

/** Returns the drain settings. A setting that is left out gets its default. */
export function drainOf(given: z.output<typeof drainBody> = {}): DrainSettings {
  return {
    enabled: given.enabled ?? DEFAULT_DRAIN.enabled,
    timeoutSeconds: given.timeout ?? DEFAULT_DRAIN.timeoutSeconds,
    force: given.force ?? DEFAULT_DRAIN.force,
    ignoreDaemonSets: given.ignore_daemon_sets ?? DEFAULT_DRAIN.ignoreDaemonSets,
    deleteEmptyDirData: given.delete_empty_dir_data ?? DEFAULT_DRAIN.deleteEmptyDirData,
    disableEviction: given.disable_eviction ?? DEFAULT_DRAIN.disableEviction,
    gracePeriodSeconds: given.grace_period ?? DEFAULT_DRAIN.gracePeriodSeconds,
  };
}

export const drainView = z.object({
  enabled: z.boolean(),
  timeout: z.int().meta({ description: 'Maximum time for draining a node, in seconds. 0 means no limit.' }),
  force: z.boolean(),
  ignore_daemon_sets: z.boolean(),
  delete_empty_dir_data: z.boolean(),
  disable_eviction: z.boolean(),
  grace_period: z.int().meta({ description: 'Time for a pod to end, in seconds. -1 means the pod’s own setting.' }),
});

export const viewDrain = (drain: DrainSettings): z.infer<typeof drainView> => ({
  enabled: drain.enabled,
  timeout: drain.timeoutSeconds,
  force: drain.force,
  ignore_daemon_sets: drain.ignoreDaemonSets,
  delete_empty_dir_data: drain.deleteEmptyDirData,
  disable_eviction: drain.disableEviction,
  grace_period: drain.gracePeriodSeconds,
});
