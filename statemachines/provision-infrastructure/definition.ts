import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type StepFunctions } from '../_blocks/flow.ts';
import { forEachTenant } from '../_blocks/for-each.ts';
import { lookUntil } from '../_blocks/look-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import type { Deadlines } from '../deadlines.ts';

export type ProvisionInfrastructureNeeds = { functions: StepFunctions; deadlines: Deadlines };

/**
 * Input {operationUuid, clusterUuid, correlationId}. Creates the infrastructure of a managed cluster in all clouds at
 * the same time, before its cluster in Rancher, which needs the addresses of its load balancers.
 */
export function provisionInfrastructure(scope: Construct, needs: ProvisionInfrastructureNeeds): IChainable {
  const { functions, deadlines } = needs;
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, functions, target);
  const { ensureProject, ensureNetwork, ensurePeerNetworks, ensureSecurityGroups, ensureLoadBalancer } =
    steps.infrastructure;
  const { checkLoadBalancers, planTenants } = steps.infrastructure;
  const afterSeconds = deadlines.loadBalancersActive;
  const cause = `Not every load balancer became active within ${afterSeconds} s.`;
  const active = lookUntil(flow, 'CheckLoadBalancers', checkLoadBalancers, target, 'ready', {
    deadline: { afterSeconds, error: 'BootstrapTimeout', cause },
    next: Succeed.jsonata(scope, 'InfrastructureReady'),
  });
  const loadBalancers = forEachTenant(flow, 'EnsureLoadBalancer', '$tenants', ensureLoadBalancer, active);
  const groups = forEachTenant(flow, 'EnsureSecurityGroup', '$tenants', ensureSecurityGroups, loadBalancers);
  const peers = runStep(flow, 'EnsurePeerNetworks', ensurePeerNetworks, target).next(groups);
  const networks = forEachTenant(flow, 'EnsureNetwork', '$tenants', ensureNetwork, peers);
  const projects = forEachTenant(flow, 'EnsureProject', '$tenants', ensureProject, networks);
  return runStep(flow, 'PlanTenants', planTenants, target, { tenants: '{% $states.result.Payload.tenants %}' }).next(
    projects,
  );
}
