import { SAMPLE_SSH_KEY } from '../cloud-config/sample-ssh-key.ts';
import { renderingProblem, templateTextProblems } from '../cloud-config/template-text-problems.ts';
import { renderLoadBalancerCloudInit } from './load-balancer-cloud-init.ts';
import type { LoadBalancerInput } from './load-balancer-input.ts';
import { LOAD_BALANCER_VARIABLES } from './load-balancer-variables.ts';

/** Sample values are as long as real values can be, because they are used to check the size of the user data. */
const SAMPLE: LoadBalancerInput = {
  name: `k8s-lb-${'c'.repeat(40)}`,
  cidr: '192.168.255.0/24',
  sshPublicKey: SAMPLE_SSH_KEY,
};

/**
 * Problems of a provider's cloud-init template for load balancers, as sentences. If there are none, the template can be
 * rendered for every load balancer. An empty template has no problems, because Paddock then uses its own template.
 */
export function loadBalancerTemplateProblems(template: string): string[] {
  if (template === '') return [];
  const found = templateTextProblems(template, LOAD_BALANCER_VARIABLES);
  if (found.length > 0) return found;
  const problem = renderingProblem(() => renderLoadBalancerCloudInit(SAMPLE, template));
  return problem === undefined ? [] : [problem];
}
