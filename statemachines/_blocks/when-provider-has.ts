import { Chain, Choice, Condition, type IChainable, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Flow } from './flow.ts';

/**
 * Runs a step only if the cluster's provider has that part, as the machine's first step answered: otherwise it costs a
 * Choice and no Lambda call. Expects the variable `uses` {vault, argocd}, in a deletion {keycloak} too.
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
