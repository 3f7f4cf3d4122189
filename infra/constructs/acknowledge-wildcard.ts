import { Aws, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Lets one resource with a wildcard pass cdk-nag, with the reason why it has to be one; any other is still a finding. */
export function acknowledgeWildcard(role: Construct, resource: string, reason: string): void {
  // cdk-nag's way of writing a reference.
  const finding = resource.replaceAll(Aws.PARTITION, '<AWS::Partition>');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${finding}]`, reason });
}
