import { callApi } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';

/**
 * Makes a provider's sync jobs end at once, even after the test file has stopped its backends. Removes the provider's
 * Keycloak, and points the provider to a Rancher that still runs. This Rancher refuses the provider's account.
 */
export async function retireProvider({ api, tokens, rancher }: Endpoints, settings: string): Promise<void> {
  const account = { username: 'retired', password: 'retired' };
  const body = { options: { keycloak_url: null, backend_url: rancher, ...account } };
  const call = { method: 'PATCH', path: `service-settings/${settings}/`, body };
  const { status, text } = await callApi({ baseUrl: api, token: tokens.staff }, call);
  if (status !== 200) throw new Error(`the provider could not be retired, ${status}: ${text}`);
}
