import { z } from 'zod';
import type { Inventory } from '../cloud-inventory.ts';
import type { KeycloakAccess } from './start-keycloak.ts';

const token = z.object({ access_token: z.string() });
const realms = z.array(z.object({ realm: z.string() }));

/** The realms of Keycloak. Nothing else is compared, since each suite works only in a realm of its own. */
export async function keycloakInventory({ url, admin }: KeycloakAccess): Promise<Inventory> {
  const login = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
    signal: AbortSignal.timeout(30_000),
  });
  const { access_token } = token.parse(await login.json());
  const answer = await fetch(`${url}/admin/realms?briefRepresentation=true`, {
    headers: { authorization: `Bearer ${access_token}` },
    signal: AbortSignal.timeout(30_000),
  });
  return {
    realms: realms
      .parse(await answer.json())
      .map(({ realm }) => realm)
      .sort(),
  };
}
