import { runSimulation, runUnsafeSimulation, type Simulation } from '@cloud-copilot/iam-simulate';
import { LOCAL_ACCOUNT } from '#infra/local/emulator/aws-environment';
import type { AwsCall } from './aws-request.ts';
import type { PolicyDocument } from './stage-rights.ts';

/** The caller, and what the caller's policies or the resource's say of it. */
export type Asked = AwsCall & {
  /** ARN of a role, or a service's name. */
  principal: string;
  context?: Record<string, string>;
  policies: readonly PolicyDocument[];
  /** The statements of the resource itself. */
  resourceStatements?: PolicyDocument['Statement'];
};

const VERSION = '2012-10-17';
const documentOf = (Statement: PolicyDocument['Statement']) => ({ Version: VERSION, Statement });

/**
 * AWS's reference gives these no resource, and yet refuses them by a machine's ARN and takes it in a policy (CDK's `grantTaskResponse`; the
 * text of AWS's own refusals). The engine knows the reference alone, so they are held against the policy without it.
 */
const BY_MACHINE = new Set(['states:SendTaskSuccess', 'states:SendTaskFailure', 'states:SendTaskHeartbeat']);

/** Whether AWS would carry this out. An action that AWS does not have, or not on such a resource, is none that it carries out. */
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
