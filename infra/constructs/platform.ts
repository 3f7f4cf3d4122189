import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '#infra/config';
import { deployedName } from '#shared/contracts/deployed-name';

/** Input that every part of the stack gets. */
export type Platform = {
  config: Config;
  /** Returns the bundle of an entry, such as `api/records`. Tests need no bundles and give a placeholder. */
  code: (entry: string) => Code;
  /** The key that encrypts the stage's data. */
  key: IKey;
};

/** The part of the input with which the resources of a stage can be named and monitored. */
export type Stage = Pick<Platform, 'config'>;

/** The deployed name: `<stage>-<folder>-<entry>` for functions, `<stage>-<name>` for state machines. */
export const nameOf = ({ config }: Stage, entry: string): string => deployedName(config.stage, entry);

/** The ARN of a resource in this account and region, made from its name. Used where a reference is not possible. */
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
 * Tags of a stack. CloudFormation adds them to every resource that can have tags, also to resources that AWS names
 * itself.
 */
export const stageTags = ({ stage, tags }: Config): Record<string, string> => ({ ...tags, 'paddock:stage': stage });
