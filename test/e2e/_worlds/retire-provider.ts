import { callApi } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';

/**
 * Detaches a provider from backends that stop with the test file, so that sync jobs for the provider end at once. The
 * provider then has no Keycloak, and refers to a running Rancher that refuses the provider's account.
 */
export async function retireProvider({ api, tokens, rancher }: Endpoints, settings: string): Promise<void> {
  const body = { options: { keycloak_url: null, backend_url: rancher } };
  const call = { method: 'PATCH', path: `service-settings/${settings}/`, body };
  const { status, text } = await callApi({ baseUrl: api, token: tokens.staff }, call);
  if (status !== 200) throw new Error(`the provider could not be retired, ${status}: ${text}`);
}
