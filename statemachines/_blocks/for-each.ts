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
import type { Flow, Target } from './flow.ts';
import { bareStep, type StepInput } from './run-step.ts';

/**
 * Maximum number of items that are handled at the same time. There are two reasons: an order must not overload a cloud,
 * and on the local emulator each concurrent call is a process of its own.
 */
const MAX_CONCURRENCY = 10;
/**
 * Maximum length, in characters, of all messages of one Map together. With this limit, the messages of 200 failing
 * nodes stay below 32 KB (docs/spec/design.md#small-payloads).
 */
const MESSAGES_LENGTH = 20_000;

type OfNode = Target & { nodeUuid: string };
type OfTenant = Target & { tenantUuid: string };
const ITEM = '{% $states.input %}';

/**
 * Runs a step for each node.
 * @param nodes JSONata text, without `{%` and `%}`, of an array of node uuids
 */
export const forEachNode = <O>(
  flow: Flow,
  id: string,
  nodes: string,
  contract: StepContract<OfNode, O>,
  next: IChainable,
): IChainable =>
  forEach<OfNode, O>(flow, id, { items: nodes, input: { ...flow.target, nodeUuid: ITEM } }, contract, next);

/**
 * Runs a step for each tenant.
 * @param tenants JSONata text, without `{%` and `%}`, of an array of tenant uuids
 */
export const forEachTenant = <O>(
  flow: Flow,
  id: string,
  tenants: string,
  contract: StepContract<OfTenant, O>,
  next: IChainable,
): IChainable =>
  forEach<OfTenant, O>(flow, id, { items: tenants, input: { ...flow.target, tenantUuid: ITEM } }, contract, next);

/**
 * Runs a step for each item. A failed iteration returns a value instead of an error, because an error would stop the
 * other iterations in the middle of their work. After the Map, the first failure becomes the failure of the state
 * machine.
 * @param id the name of the step's state, such as `EnsureServer`. The Map is then named `EnsureServers`
 */
function forEach<I extends object, O>(
  flow: Flow,
  id: string,
  { items, input }: { items: string; input: StepInput<I> },
  contract: StepContract<I, O>,
  next: IChainable,
): IChainable {
  const lost = Pass.jsonata(flow.scope, `${id}Lost`, { comment: 'Decided after the Map.' });
  const step = bareStep(flow, id, contract, input, { outputs: {} }).addCatch(lost, {
    outputs: { lost: failureOf(contract.name, `$floor(${MESSAGES_LENGTH} / $count(${items}))`) },
  });
  const map = StateMap.jsonata(flow.scope, `${id}s`, {
    items: ProvideItems.jsonata(`{% ${items} %}`),
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
