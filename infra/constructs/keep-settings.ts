import { CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { KEPT_UNDER, type Kept } from '#infra/config/kept-settings';

/**
 * Keeps settings in the template, at a resource: a change of the template's own metadata alone is no update to CloudFormation, one of a
 * resource's is.
 */
export function keepSettings({ node }: Construct, kept: Kept): void {
  if (!CfnResource.isCfnResource(node.defaultChild)) throw new Error(`${node.path} is no resource`);
  node.defaultChild.addMetadata(KEPT_UNDER, kept);
}
