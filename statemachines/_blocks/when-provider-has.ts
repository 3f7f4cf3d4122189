import { Chain, Choice, Condition, type IChainable, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Flow } from './flow.ts';

/**
 * Runs a step only if the cluster's provider uses this backend. Otherwise no function is called. The first step of the
 * state machine must have set the variable `uses`: {vault, argocd}, and also {keycloak} in a deletion.
 */
export function whenProviderHas(
  { scope }: Flow,
  part: 'vault' | 'argocd' | 'keycloak',
  step: TaskStateBase,
  next: IChainable,
): IChainable {
  return Choice.jsonata(scope, `${step.id}Needed`)
    .when(Condition.jsonata(`{% $uses.${part} %}`), Chain.start(step).next(next))
    .otherwise(next);
}
