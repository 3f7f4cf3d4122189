import { callApi } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';

/**
 * Detaches a provider from backends that stop with the test file. It removes the Keycloak, and refers to a running
 * Rancher that refuses the account. Sync jobs for the provider then end at once.
 */
export async function retireProvider({ api, tokens, rancher }: Endpoints, settings: string): Promise<void> {
  const body = { options: { keycloak_url: null, backend_url: rancher } };
  const call = { method: 'PATCH', path: `service-settings/${settings}/`, body };
  const { status, text } = await callApi({ baseUrl: api, token: tokens.staff }, call);
  if (status !== 200) throw new Error(`the provider could not be retired, ${status}: ${text}`);
}
