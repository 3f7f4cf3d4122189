import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** ARN of something of this account and region by its name, for what must not or cannot be referred to. */
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
