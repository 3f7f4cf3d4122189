import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** The ARN of a resource in this account and region by its name, where a reference is not possible. */
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
