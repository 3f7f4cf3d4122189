import { z } from 'zod';
import { isSameValue } from '#shared/domain/_core/same-value';
import type { DrainSettings } from '#shared/domain/clusters/cluster-upgrade';
import type { WantedRelease } from '#shared/ports/rancher-objects';

const options = z.looseObject({}).nullish();
/** A provisioning cluster as it was read, with all fields that are not ours. */
export const writtenCluster = z.looseObject({
  /** Steve adds three fields that are not part of the Kubernetes object. */
  metadata: z.looseObject({}).transform(({ state, fields, relationships, ...metadata }) => metadata),
  spec: z.looseObject({
    kubernetesVersion: z.string().nullish(),
    rkeConfig: z
      .looseObject({
        upgradeStrategy: z.looseObject({ controlPlaneDrainOptions: options, workerDrainOptions: options }).nullish(),
      })
      .nullish(),
  }),
});
export type WrittenCluster = z.infer<typeof writtenCluster>;

const drainOptions = (drain: DrainSettings) => ({
  enabled: drain.enabled,
  timeout: drain.timeoutSeconds,
  force: drain.force,
  ignoreDaemonSets: drain.ignoreDaemonSets,
  deleteEmptyDirData: drain.deleteEmptyDirData,
  disableEviction: drain.disableEviction,
  gracePeriod: drain.gracePeriodSeconds,
});

/**
 * The object with the wanted release and strategy, to be written back whole: steve merges no patches (the version
 * guards it). Other parts of the strategy, such as hooks, stay. Answers undefined when it has them already.
 */
export function upgradeRequest(written: WrittenCluster, wanted: WantedRelease): WrittenCluster | undefined {
  const { kubernetesVersion, workerConcurrency, drain } = wanted;
  const { rkeConfig } = written.spec;
  const strategy = rkeConfig?.upgradeStrategy ?? {};
  const upgradeStrategy = {
    ...strategy,
    // Never more than one server at a time, member of etcd or not.
    controlPlaneConcurrency: '1',
    controlPlaneDrainOptions: { ...strategy.controlPlaneDrainOptions, ...drainOptions(drain) },
    workerConcurrency: String(workerConcurrency),
    workerDrainOptions: { ...strategy.workerDrainOptions, ...drainOptions(drain) },
  };
  const spec = { ...written.spec, kubernetesVersion, rkeConfig: { ...rkeConfig, upgradeStrategy } };
  return isSameValue(spec, written.spec) ? undefined : { ...written, spec };
}
