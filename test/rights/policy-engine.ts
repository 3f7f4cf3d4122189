import { runSimulation, runUnsafeSimulation, type Simulation } from '@cloud-copilot/iam-simulate';
import { LOCAL_ACCOUNT } from '#infra/local/emulator/aws-environment';
import type { AwsCall } from './aws-request.ts';
import type { PolicyDocument } from './stage-rights.ts';

export type Asked = AwsCall & {
  /** ARN of a role, or a service's name. */
  principal: string;
  context?: Record<string, string>;
  policies: readonly PolicyDocument[];
  resourceStatements?: PolicyDocument['Statement'];
};

const VERSION = '2012-10-17';
const documentOf = (Statement: PolicyDocument['Statement']) => ({ Version: VERSION, Statement });

/**
 * According to AWS's reference, these actions have no resource. But AWS checks them against a state machine's ARN, and
 * accepts the ARN in a policy. CDK's `grantTaskResponse` and the error messages of AWS show this. The policy engine
 * validates by the reference, so its validation is skipped for these actions.
 */
const BY_MACHINE = new Set(['states:SendTaskSuccess', 'states:SendTaskFailure', 'states:SendTaskHeartbeat']);

/**
 * Whether AWS would allow this call. False if AWS does not know the action, or if the action does not apply to this
 * type of resource.
 */
export async function isAllowed({
  principal,
  action,
  resource,
  context = {},
  policies,
  resourceStatements,
}: Asked): Promise<boolean> {
  const simulation: Simulation = {
    request: {
      principal,
      action,
      resource: { resource, accountId: LOCAL_ACCOUNT },
      contextVariables: context,
    },
    identityPolicies: policies.map(({ Statement }, index) => ({
      name: `policy${index}`,
      policy: documentOf(Statement),
    })),
    serviceControlPolicies: [],
    resourceControlPolicies: [],
    ...(resourceStatements?.length && { resourcePolicy: documentOf(resourceStatements) }),
  };
  if (BY_MACHINE.has(action)) return runUnsafeSimulation(simulation, {}) === 'Allowed';
  const result = await runSimulation(simulation, {});
  return result.resultType !== 'error' && result.overallResult === 'Allowed';
}
