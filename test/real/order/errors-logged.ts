import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { functionLog } from '#test/function-log';

const line = z.looseObject({ level: z.string(), message: z.string() });
const FUNCTIONS = [
  ...['api-marketplace-orders', 'api-marketplace-resources', 'api-openstack-tenants', 'api-service-settings'],
  ...['dispatcher', 'steps-records', 'steps-infrastructure', 'steps-openstack', 'steps-rancher', 'steps-watch'],
  ...['webhooks-nodes', 'api-keycloak-user-group-memberships', 'api-sign-in', 'steps-keycloak', 'steps-access'],
];

/** What the deployed functions have logged as errors: the stack is gone when somebody reads how a test ended. */
export async function errorsLogged({ aws }: Endpoints, stage: string): Promise<string> {
  const logs = await Promise.all(FUNCTIONS.map((name) => functionLog(aws, `${stage}-${name}`).catch(() => [])));
  const lines = logs.flat().filter((message) => message.startsWith('{"level"'));
  return lines.filter((text) => line.parse(JSON.parse(text)).level === 'ERROR').join('\n');
}
