import type { OpenStackSessions } from '../../ports/openstack/openstack-sessions.ts';
import type { Secrets } from '../../ports/runtime.ts';
import { type ApiDeps, apiDeps } from './api.ts';
import { awsSecrets } from './aws.ts';
import { connectedOpenStack } from './backends.ts';

/** Dependencies of an API function that calls clouds, for example to check an order or to register a tenant. */
export function apiDepsWithOpenStack(service: string): ApiDeps & { secrets: Secrets; openstack: OpenStackSessions } {
  const deps = apiDeps(service);
  const secrets = awsSecrets();
  return { ...deps, secrets, openstack: connectedOpenStack(deps.store, secrets, deps.stage) };
}
