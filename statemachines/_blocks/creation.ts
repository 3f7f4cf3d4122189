import { Choice, Condition, type IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import type { Flow } from './flow.ts';
import { pollUntil } from './poll-until.ts';
import { runStep } from './run-step.ts';
import { whenProviderHas } from './when-provider-has.ts';

/**
 * Installs Longhorn as an application of Rancher, if the provider has no Argo CD. Otherwise Argo CD installs Longhorn.
 * The variables `uses` and `asked` must be set.
 */
function longhorn(flow: Flow, afterSeconds: number, next: IChainable): IChainable {
  const cause = `Longhorn was not installed within ${afterSeconds} s.`;
  const input = { ...flow.target, asked: '{% $asked %}' };
  const install = pollUntil(flow, 'InstallLonghorn', steps.rancher.installLonghorn, input, 'installed', {
    deadline: { afterSeconds, error: 'HelmTimeout', cause },
    assign: { asked: '{% $states.result.Payload.asked %}' },
    next,
  });
  return Choice.jsonata(flow.scope, 'InstallLonghornNeeded')
    .when(Condition.jsonata('{% $uses.longhorn %}'), install)
    .otherwise(next);
}

/** The steps after a new cluster is active: read its facts, register it in Argo CD, install Longhorn. */
export function equipCluster(flow: Flow, longhornSeconds: number, next: IChainable): IChainable {
  const pull = runStep(flow, 'PullCluster', steps.rancher.pullCluster, flow.target);
  const register = runStep(flow, 'RegisterWithArgocd', steps.argocd.registerCluster, flow.target);
  return pull.next(whenProviderHas(flow, 'argocd', register, longhorn(flow, longhornSeconds, next)));
}
