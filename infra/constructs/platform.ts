import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '#infra/config';
import { deployedName } from '#shared/contracts/deployed-name';

/** Input of every construct in the stack. */
export type Platform = {
  config: Config;
  /** Returns the bundle of a function, such as `api/records`. Tests need no bundles and give a placeholder. */
  code: (entry: string) => Code;
  /** The key that encrypts the stage's data. */
  key: IKey;
};

/** Input of code that only names or monitors the resources of a stage. */
export type Stage = Pick<Platform, 'config'>;

/**
 * The deployed name of a resource: `<stage>-<entry>`, with hyphens in place of slashes. `entry` is a function's folder
 * and name, such as `api/records`, or the name of another resource.
 */
export const nameOf = ({ config }: Stage, entry: string): string => deployedName(config.stage, entry);

/**
 * Makes the ARN of a resource in this account and region from the resource's name. Only for resources to which CDK
 * cannot make a reference.
 */
export function arnOf(
  scope: Construct,
  service: string,
  resource: string,
  resourceName: string,
  separator: ':' | '/' = ':',
): string {
  const arnFormat = separator === '/' ? ArnFormat.SLASH_RESOURCE_NAME : ArnFormat.COLON_RESOURCE_NAME;
  return Stack.of(scope).formatArn({ service, resource, resourceName, arnFormat });
}

/**
 * Tags of a stack. CloudFormation adds them to every resource that can have tags, including resources whose names AWS
 * generates.
 */
export const stageTags = ({ stage, tags }: Config): Record<string, string> => ({ ...tags, 'paddock:stage': stage });
