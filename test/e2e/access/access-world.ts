import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { announcements } from '#infra/local/simulators';
import {
  aName,
  type KeycloakUnderTest,
  type OpenedKeycloak,
  openKeycloak,
} from '#test/contracts/keycloak/keycloak-under-test';
import { aRancherClient, type RancherClient } from '#test/contracts/keycloak/rancher-client';
import { startSimulator } from '#test/contracts/start-simulator';
import { retireProvider } from '../_worlds/retire-provider.ts';
import { runSync } from './run-pass.ts';

export type AccessWorld = {
  endpoints: Endpoints;
  /** The realm that contains the groups. People sign in to Paddock and to Rancher at this realm. */
  people: OpenedKeycloak;
  /** Rancher's client in that realm. */
  rancher: RancherClient;
  roleBindings(): Promise<{ groupPrincipalId: string; roleTemplateId: string }[]>;
  offering: string;
  /** The provider's role `cluster-owner`. */
  role: string;
  close(): Promise<void>;
};
export type Realm = {
  keycloak: KeycloakUnderTest;
  /** The realm of the OIDC provider in the stage's configuration. The audience is `paddock`. */
  realm: string;
  stage: string;
};

const made = z.object({ uuid: z.string() });
const shownState = z.object({
  roleBindings: z.array(z.object({ groupPrincipalId: z.string(), roleTemplateId: z.string() })),
});

/**
 * Sets up Keycloak and Paddock as docs/sign-in.md describes. An operator does this before anybody can be added to a
 * cluster.
 */
export async function accessWorld(endpoints: Endpoints, { keycloak, realm, stage }: Realm): Promise<AccessWorld> {
  const people = await openKeycloak(keycloak, realm);
  await preparePeople(people, endpoints.api);
  const account = await people.anAccount('manage-users', 'view-events');
  const simulator = await startSimulator('rancher');
  await simulator.setDelays({ pace: 0.05 });
  const { url, access_key, secret_key } = announcements.rancher.parse(simulator.printed);
  const { settings, offering } = await addProvider(endpoints, {
    ...{ backend_url: url, username: access_key, password: secret_key },
    ...{ base_image_name: 'ubuntu-24.04', node_disk_driver: 'vd' },
    ...{ keycloak_url: keycloak.url, keycloak_realm: realm, keycloak_user_realm: account.userRealm },
    ...{ keycloak_username: account.username, keycloak_password: account.password },
  });
  await runSync(endpoints, stage, 'sync_rancher_roles');
  return {
    ...{ endpoints, people, offering },
    // Other tests in the same cloud also create Rancher clients in this realm, so the name is unique.
    rancher: await aRancherClient(people, aName('rancher')),
    role: await ownerRole(endpoints, settings),
    async roleBindings() {
      const answer = await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
      return shownState.parse(await answer.json()).roleBindings;
    },
    async close() {
      await retireProvider(endpoints, settings);
      await people.close();
      await simulator.stop();
    },
  };
}

/** Creates Paddock's client in the realm, and makes the realm record sign-in events. */
export async function preparePeople({ ask }: OpenedKeycloak, api: string): Promise<void> {
  const client = await ask('POST', '/clients', {
    ...{ clientId: 'paddock', publicClient: true, redirectUris: [`${api}/api/sign-in/callback/`] },
    attributes: { 'pkce.code.challenge.method': 'S256', 'oauth2.device.authorization.grant.enabled': 'true' },
  });
  const events = await ask('PUT', '/events/config', { eventsEnabled: true, enabledEventTypes: ['LOGIN'] });
  if (![201, 409].includes(client.status) || events.status !== 204) {
    throw new Error(`the realm was not prepared: ${JSON.stringify([client, events])}`);
  }
}

async function addProvider({ api, tokens, sample }: Endpoints, options: object) {
  const staff = apiClient(api, tokens.staff);
  const provider = { type: 'Rancher', name: 'With people', options };
  const { uuid: settings } = await staff.post('service-settings/', provider, made);
  const offer = {
    ...{ name: 'Kubernetes, with people', customer: sample.customer, type: 'Rancher', service_settings: settings },
    ...{ plugin_options: { deployment_mode: 'self_managed' }, plans: [{ name: 'Default' }] },
  };
  const { uuid: offering } = await staff.post('marketplace-provider-offerings/', offer, made);
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
  return { settings, offering };
}

async function ownerRole({ api, tokens }: Endpoints, settings: string): Promise<string> {
  const path = `rancher-role-templates/?settings_uuid=${settings}&name=cluster-owner&scope_type=cluster`;
  const [role] = await apiClient(api, tokens.owner).get(path, z.array(made));
  if (!role) throw new Error('the pass over roles has found no cluster-owner');
  return role.uuid;
}
