import { Chain, Choice, Condition, type IChainable, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Flow } from './flow.ts';

/**
 * Runs a step only if the cluster's provider uses that backend. Otherwise only a Choice runs, and no Lambda is called.
 * Expects the variable `uses` {vault, argocd}, which the state machine's first step has answered; in a deletion
 * {keycloak}, too.
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
