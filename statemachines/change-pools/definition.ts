import { Choice, Condition, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { untilAccepted } from '../_blocks/until-accepted.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Changes the pools of a cluster in stages. The first stage makes
 * all changes that replace no machine. Each further stage gives one more pool its new machines, because Rancher would
 * otherwise replace the machines of all pools at once. The quotas of a managed cluster's tenants are raised before the
 * change and lowered after it.
 */
function define(parts: MachineParts): IChainable {
  const { scope, deadlines } = parts;
  const flow = flowOf(parts, TARGET);
  const { fitPoolQuotas } = steps.infrastructure;
  const finish = runStep(flow, 'FinishPoolChange', steps.records.finishPoolChange, TARGET).next(
    Succeed.jsonata(scope, 'PoolsChanged'),
  );
  const cleanUp = runStep(flow, 'DeleteUnusedConfigs', steps.rancher.deleteUnusedConfigs, TARGET)
    .next(runStep(flow, 'FitQuotas', fitPoolQuotas, { ...TARGET, isDone: '{% true %}' }))
    .next(finish);
  const isLast = Choice.jsonata(scope, 'IsLastStage');
  const watch = waitForWakeup(flow, 'WatchPools', steps.watch.watchPools, {
    input: TARGET,
    seconds: deadlines.poolsChanged,
    next: isLast,
  });
  const apply = pollUntil(
    flow,
    'ApplyPools',
    steps.rancher.applyPools,
    { ...TARGET, stage: '{% $stage %}' },
    'written',
    {
      deadline: untilAccepted(deadlines, 'the pools', 'UpgradeTimeout'),
      assign: { isLast: '{% $states.result.Payload.isLast %}', next: '{% $states.result.Payload.next %}' },
      next: watch,
    },
  );
  isLast.when(Condition.jsonata('{% $not($isLast) %}'), apply, { assign: { stage: '{% $next %}' } }).otherwise(cleanUp);
  const credential = runStep(flow, 'EnsureCloudCredential', steps.openstack.ensureCloudCredential, TARGET);
  const record = runStep(flow, 'RecordVolumes', steps.openstack.recordVolumes, TARGET);
  const begin = runStep(flow, 'BeginPoolChange', steps.records.beginPoolChange, TARGET, {
    stage: '{% $states.result.Payload.stage %}',
  });
  const makeRoom = runStep(flow, 'MakeRoom', fitPoolQuotas, { ...TARGET, isDone: '{% false %}' });
  return begin.next(makeRoom).next(credential).next(record).next(apply);
}

export const changePools: Machine = { name: 'change-pools', define };
