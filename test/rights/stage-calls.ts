import { z } from 'zod';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/emulator/aws-environment';
import type { AwsCall } from './aws-request.ts';
import { machinesThatWait, type PlatformCall, platformCalls } from './platform-calls.ts';
import { policiesOfRoles } from './stage-rights.ts';
import { inEveryStage, type Resource } from './stage-template.ts';

/** The recorded calls of a stage, and the resources of its present template. */
export type RecordedStage = {
  stage: string;
  resources: readonly Resource[];
  calls: ReadonlyMap<string, readonly AwsCall[]>;
};

/**
 * A call. `by` is the caller: a function's bundle, a role that AWS assumes, or an AWS service. `role` is the role that
 * must have the right for the call. Without a role, an AWS service makes the call in its own name.
 */
export type Call = PlatformCall & { role: string | undefined };

const named = z.object({
  FunctionName: z.string(),
  Role: z.string().transform((arn) => arn.replace(/^.*:role\//, '')),
});

const rolesOfFunctions = (resources: readonly Resource[]): Map<string, string> =>
  new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::Function')
      .map(({ properties }) => named.parse(properties))
      .map(({ FunctionName, Role }) => [FunctionName, Role]),
  );

/**
 * The right to use the key that encrypts every table of the stage. DynamoDB uses the key on behalf of its caller, so
 * the caller needs the right (DynamoDB's guide, "Encryption at rest").
 */
const USE_OF_KEY: Omit<PlatformCall, 'by'> = {
  action: 'kms:Decrypt',
  resource: `arn:aws:kms:${LOCAL_REGION}:${LOCAL_ACCOUNT}:key/00000000-0000-0000-0000-000000000000`,
  context: { 'kms:CallerAccount': LOCAL_ACCOUNT, 'kms:ViaService': `dynamodb.${LOCAL_REGION}.amazonaws.com` },
};

/**
 * The resources that a call may concern. A task token may belong to any state machine that issues tokens. `GetRecords`
 * may read any stream for which the function has requested an iterator.
 */
function ofWhat({ action, resource }: AwsCall, all: readonly AwsCall[], waiting: readonly string[]): string[] {
  if (action.startsWith('states:SendTask')) return [...waiting];
  if (action !== 'dynamodb:GetRecords') return [resource];
  return all.filter((it) => it.action === 'dynamodb:GetShardIterator').map((it) => it.resource);
}

function recordedCalls({ stage, resources, calls }: RecordedStage, roles: ReadonlyMap<string, string>): Call[] {
  const waiting = machinesThatWait(resources);
  return [...calls].flatMap(([by, asked]) => {
    const own: Omit<PlatformCall, 'by'>[] = asked.flatMap((call) =>
      ofWhat(call, asked, waiting).map((resource) => ({ action: call.action, resource: inEveryStage(resource) })),
    );
    const usesTables = own.some(({ action }) => action.startsWith('dynamodb:'));
    const role = roles.get(`${stage}-${by}`) ?? `no role of ${by}`;
    return [...own, ...(usesTables ? [USE_OF_KEY] : [])].map((call) => ({ ...call, by, role }));
  });
}

/** All calls of a stage, each once: the recorded calls, and the calls that AWS itself makes for the stage. */
export function callsOfStage(recorded: RecordedStage): Call[] {
  const roles = rolesOfFunctions(recorded.resources);
  const ids = policiesOfRoles(recorded.resources);
  const roleOf = (functionName: string) => roles.get(functionName.replace(/^.*:function:/, '')) ?? 'no role';
  const platform = platformCalls(recorded.resources, roleOf).map((call) => ({
    ...call,
    role: ids.has(call.by) ? call.by : undefined,
  }));
  const all: Call[] = [...recordedCalls(recorded, roles), ...platform];
  return [...new Map(all.map((call) => [JSON.stringify(call), call])).values()];
}
