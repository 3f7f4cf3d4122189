import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { SECRET_PREFIXES } from '#shared/domain/_core/secret-name';
import { acknowledgeWildcard } from './acknowledge-wildcard.ts';
import { secretsUnder } from './grants.ts';

type Props = { logGroup: ILogGroup; grants: readonly PolicyStatement[]; inVpc: boolean; stage: string };

/** A function's own role: its grants, its log group, traces, and network interfaces if it is in a VPC. No managed policies. */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, { logGroup, grants, inVpc, stage }: Props) {
    const statements = [...grants, writeLogs(logGroup), writeTraces(), ...(inVpc ? [useNetworkInterfaces()] : [])];
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { own: new PolicyDocument({ statements }) },
    });
    acknowledgeWildcard(this, '*', 'X-Ray, EC2 network interfaces and dynamodb:ListStreams know no resources.');
    for (const prefix of SECRET_PREFIXES) {
      const reason = 'One secret per provider below the prefix of a backend, made at run time.';
      acknowledgeWildcard(this, secretsUnder(scope, stage, prefix), reason);
    }
    for (const resource of grants.flatMap(({ resources }) => resources).filter((it) => it.includes(':execution:'))) {
      acknowledgeWildcard(this, resource, 'The runs of one machine, which have the names of operations.');
    }
  }
}

function writeLogs(logGroup: ILogGroup): PolicyStatement {
  return new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
}

const writeTraces = () =>
  new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] });

function useNetworkInterfaces(): PolicyStatement {
  return new PolicyStatement({
    actions: ['ec2:CreateNetworkInterface', 'ec2:DescribeNetworkInterfaces', 'ec2:DeleteNetworkInterface'],
    resources: ['*'],
  });
}
