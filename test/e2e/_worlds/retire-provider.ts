import { callApi } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';

/**
 * For a provider with backends that stop with a test file: no sync job looks for its Keycloak any more, and its Rancher is one that
 * is there and refuses its account, so that sync jobs are done with it at once.
 */
export async function retireProvider({ api, tokens, rancher }: Endpoints, settings: string): Promise<void> {
  const body = { options: { keycloak_url: null, backend_url: rancher } };
  const call = { method: 'PATCH', path: `service-settings/${settings}/`, body };
  const { status, text } = await callApi({ baseUrl: api, token: tokens.staff }, call);
  if (status !== 200) throw new Error(`the provider could not be retired, ${status}: ${text}`);
}
