import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { TARGET } from '../_blocks/flow.ts';
import { forEachTenant } from '../_blocks/for-each.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Creates the infrastructure of a managed cluster, in all clouds at
 * the same time. The cluster in Rancher is created later, because it needs the addresses of the load balancers.
 */
function define(parts: MachineParts): IChainable {
  const { scope, deadlines } = parts;
  const flow = flowOf(parts, TARGET);
  const { ensureProject, ensureNetwork, ensurePeerNetworks, ensureSecurityGroups, ensureLoadBalancer } =
    steps.infrastructure;
  const { checkLoadBalancers, planTenants } = steps.infrastructure;
  const afterSeconds = deadlines.loadBalancersActive;
  const cause = `Not every load balancer became active within ${afterSeconds} s.`;
  const active = pollUntil(flow, 'CheckLoadBalancers', checkLoadBalancers, TARGET, 'ready', {
    deadline: { afterSeconds, error: 'BootstrapTimeout', cause },
    next: Succeed.jsonata(scope, 'InfrastructureReady'),
  });
  const loadBalancers = forEachTenant(flow, 'EnsureLoadBalancer', '$tenants', ensureLoadBalancer, active);
  const groups = forEachTenant(flow, 'EnsureSecurityGroup', '$tenants', ensureSecurityGroups, loadBalancers);
  const peers = runStep(flow, 'EnsurePeerNetworks', ensurePeerNetworks, TARGET).next(groups);
  const networks = forEachTenant(flow, 'EnsureNetwork', '$tenants', ensureNetwork, peers);
  const projects = forEachTenant(flow, 'EnsureProject', '$tenants', ensureProject, networks);
  return runStep(flow, 'PlanTenants', planTenants, TARGET, { tenants: '{% $states.result.Payload.tenants %}' }).next(
    projects,
  );
}

export const provisionInfrastructure: Machine = { name: 'provision-infrastructure', define };
