import {
  Chain,
  Choice,
  Condition,
  type IChainable,
  Pass,
  ProvideItems,
  Map as StateMap,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { StepContract } from '#shared/contracts/steps';
import { failureOf } from './failure-of.ts';
import type { Flow } from './flow.ts';
import { bareStep, type StepInput } from './run-step.ts';

/** Ten at a time: one order must not drain a cloud, and each concurrent call is a process on the local emulator. */
const MAX_CONCURRENCY = 10;
/** Characters all messages of one Map share, so that 200 failing nodes stay below 32 KB (design decision 9). */
const MESSAGES_LENGTH = 20_000;

type NodeStepInput = { operationUuid: string; clusterUuid: string; nodeUuid: string };

/**
 * Runs a step for each node. Every iteration ends in a value, otherwise one lost node would stop its siblings half-made;
 * what was lost is decided after the Map, and the first one's error is the machine's.
 * @param id of the step's state, e.g. `EnsureServer`; the Map is `EnsureServers`
 * @param nodes JSONata text (without the marks) of an array of node uuids
 */
export function forEachNode<O>(
  flow: Flow,
  id: string,
  nodes: string,
  contract: StepContract<NodeStepInput, O>,
  next: IChainable,
): IChainable {
  const input: StepInput<NodeStepInput> = { ...flow.target, nodeUuid: '{% $states.input %}' };
  const lost = Pass.jsonata(flow.scope, `${id}Lost`, { comment: 'Decided after the Map.' });
  const step = bareStep(flow, id, contract, input, { outputs: {} }).addCatch(lost, {
    outputs: { lost: failureOf(contract.name, `$floor(${MESSAGES_LENGTH} / $count(${nodes}))`) },
  });
  const map = StateMap.jsonata(flow.scope, `${id}s`, {
    items: ProvideItems.jsonata(`{% ${nodes} %}`),
    maxConcurrency: MAX_CONCURRENCY,
    outputs: '{% [$states.result[$exists(lost)].lost] %}',
  })
    .itemProcessor(step)
    .addCatch(flow.recordFailure, { assign: { failure: failureOf(contract.name) } });
  const decide = Choice.jsonata(flow.scope, `${id}sDone`)
    .when(Condition.jsonata(`{% 'Superseded' in $states.input.error %}`), flow.superseded)
    .when(Condition.jsonata('{% $count($states.input) > 0 %}'), flow.recordFailure, {
      assign: { failure: '{% $states.input[0] %}' },
    })
    .otherwise(next);
  return Chain.start(map).next(decide);
}
