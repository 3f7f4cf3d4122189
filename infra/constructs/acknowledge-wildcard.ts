import { Aws, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Allows one wildcard in cdk-nag, with a reason. Any other wildcard is still a finding. */
export function acknowledgeWildcard(role: Construct, resource: string, reason: string): void {
  // The form in which cdk-nag writes a reference.
  const finding = resource.replaceAll(Aws.PARTITION, '<AWS::Partition>');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${finding}]`, reason });
}
