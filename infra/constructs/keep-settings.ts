import { CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { KEPT_UNDER, type Kept } from '#infra/config/kept-settings';

/**
 * Keeps settings in the template, in the metadata of a resource. CloudFormation ignores a change that is only in the template's own
 * metadata.
 */
export function keepSettings({ node }: Construct, kept: Kept): void {
  if (!CfnResource.isCfnResource(node.defaultChild)) throw new Error(`${node.path} is not a resource`);
  node.defaultChild.addMetadata(KEPT_UNDER, kept);
}
