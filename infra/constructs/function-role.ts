import { Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

type Props = { logGroup: ILogGroup; grants: readonly PolicyStatement[]; inVpc: boolean };

/** A function's own role: its grants, its log group, traces, and network interfaces when it lives in a VPC. No managed policies. */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, { logGroup, grants, inVpc }: Props) {
    const statements = [...grants, writeLogs(logGroup), writeTraces(), ...(inVpc ? [useNetworkInterfaces()] : [])];
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { own: new PolicyDocument({ statements }) },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'X-Ray, EC2 network interfaces and dynamodb:ListStreams know no resources; iam.test.ts shows where * is used.',
    });
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
