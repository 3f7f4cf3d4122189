import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { demoTenant, tenantContents } from '#infra/local/sample-data';
import { announcements } from '#infra/local/simulators';
import { until } from '#infra/local/until';
import { logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { grant } from '#test/contracts/openstack/prepare-cloud';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { personAt } from '../_worlds/customer.ts';
import { secondCloud } from '../_worlds/second-cloud.ts';
import { wholeProvider } from '../_worlds/whole-provider.ts';
import { exchangedSecrets } from './exchanged-secrets.ts';
import type { KnownSecret, Place } from './find-secrets.ts';
import { machinesOf } from './machines.ts';
import { storedSecrets } from './stored-secrets.ts';

/** A unique random password. It must not begin with a dash, because programs get it as an argument. */
const invented = () => randomBytes(24).toString('hex');

/** The name of the cluster whose machines have the registration token in their user data. Its provider has no Vault. */
export const WITHOUT_VAULT = 'without-vault';

export type FullRun = Awaited<ReturnType<typeof startFullRun>>;

/** Sets up a provider with every feature. The cloud's account and each tenant have separate credentials. */
export async function startFullRun(endpoints: Endpoints) {
  const keycloak = await startSimulator('keycloak');
  const { url, admin } = announcements.keycloak.parse(keycloak.printed);
  const webhookSecret = invented();
  const cloud = await secondCloud(endpoints, '--admin-password', invented());
  const provider = await wholeProvider(endpoints, {
    ...{ keycloak_url: url, keycloak_username: admin.username, keycloak_password: admin.password },
    ...{ keycloak_realm: 'paddock', private_registry_password: invented() },
    webhook_secret: webhookSecret,
  });
  const { rancher, vault, argocd } = provider;
  const simulators = { rancher, vault, argocd, keycloak, openstack: cloud.openstack };
  const secrets: KnownSecret[] = [];
  const places: Place[] = [];
  const ofProvider = { ...endpoints.sample, ...cloud.sample, offering: provider.offering };
  return {
    ...{ endpoints, simulators, cloud, provider, webhookSecret, secrets, places },
    staff: personAt(endpoints, 'staff'),
    owner: personAt({ ...endpoints, sample: ofProvider }, 'owner'),
    /** Records the currently stored secrets, and the user data of the current machines. */
    async keep() {
      const { userData, phoneHomeTokens } = await machinesOf(cloud.openstack);
      places.push(...userData);
      secrets.push(...phoneHomeTokens, ...(await storedSecrets(endpoints)));
    },
    stop: async () => void (await Promise.all([provider.retire().then(() => keycloak.stop()), cloud.stop()])),
  };
}

/**
 * All secrets that the backends have exchanged with the product and the machines. Secrets of other tests are included.
 */
export async function exchanged({ endpoints, simulators }: FullRun): Promise<KnownSecret[]> {
  const { rancher, vault, keycloak, argocd, openstack } = endpoints;
  const backends = Object.entries({ rancher, vault, keycloak, argocd, openstack: openstack.demo ?? '' });
  const all = [...backends, ...Object.entries(simulators).map(([name, { url }]) => [name, url] as const)];
  return (await Promise.all(all.map(([name, url]) => exchangedSecrets(name, url)))).flat();
}

const quoting = (secret: string) => ({ message: `Refused: the request was made with "${secret}".` });
const quote = (simulator: Simulator, method: string, path: string, status: number, secret: string) =>
  simulator.plan({ method, path, kind: 'status', status, body: quoting(secret) });

const credentials = z.object({
  rancher: announcements.rancher,
  vault: announcements.vault,
  argocd: z.object({ token: z.string() }),
  openstack: announcements.openstack,
});
const credentialsOf = ({ simulators: { rancher, vault, argocd, openstack } }: FullRun) =>
  credentials.parse({
    ...{ rancher: rancher.printed, vault: vault.printed },
    ...{ argocd: argocd.printed, openstack: openstack.printed },
  });

/**
 * Makes backends repeat the received credentials in their error messages, configures wrong credentials, and places an
 * order that fails because of them.
 */
export async function refusedCredentials(run: FullRun): Promise<void> {
  const { staff, owner, provider, secrets, cloud, simulators } = run;
  const { rancher, vault, openstack } = credentialsOf(run);
  const check = (settings: string) => staff.call('POST', `service-settings/${settings}/check/`);
  await check(provider.settings);
  await quote(simulators.rancher, 'GET', '/v', 400, rancher.secret_key);
  await quote(simulators.vault, 'GET', '/lookup-self', 400, vault.root_token);
  await quote(simulators.openstack, 'POST', '/auth/tokens', 401, openstack.admin.password);
  await check(provider.settings);
  await check(cloud.settings);
  for (const one of [simulators.rancher, simulators.vault, simulators.openstack]) await one.clearFaults();

  const wrong = { password: invented(), vault_token: `hvs.${invented()}`, keycloak_password: invented() };
  secrets.push(...Object.values(wrong).map((value) => ({ kind: 'refused credential', value })));
  const change = (options: object) => staff.call('PATCH', `service-settings/${provider.settings}/`, { options });
  await change({ ...wrong, node_disk_driver: 'not one' });
  await change(wrong);
  await check(provider.settings);
  const placed = await owner.place(owner.clusterOrder('refused-key', 1, 1));
  const { error_message } = await owner.ended(placed.uuid);
  if (error_message === '') throw new Error('the order did not need the credential');
  await run.keep();
  const { password } = announcements.keycloak.parse(simulators.keycloak.printed).admin;
  await change({ password: rancher.secret_key, vault_token: vault.root_token, keycloak_password: password });
  await owner.terminate(placed.marketplace_resource_uuid);
}

/**
 * Places an order that fails at the end: Argo CD refuses a request, and its error message contains Paddock's token for
 * Argo CD. Then retries the order and terminates the resource.
 */
export async function retriedOrder(run: FullRun): Promise<string> {
  const { owner, simulators } = run;
  await quote(simulators.argocd, 'PATCH', '/secrets/', 403, credentialsOf(run).argocd.token);
  const placed = await owner.place(owner.clusterOrder('with-secrets', 1, 2));
  const failed = await owner.ended(placed.uuid);
  if (failed.state !== 'erred') throw new Error(`Argo CD refused, and the order ended ${failed.state}`);
  await run.keep();
  await simulators.argocd.clearFaults();
  await owner.call('POST', `marketplace-orders/${placed.uuid}/retry/`);
  const done = await owner.ended(placed.uuid);
  if (done.state !== 'done') throw new Error(`the order ended ${done.state} again: ${done.error_message}`);
  await run.keep();
  await lookAround(run, placed.resource_uuid ?? '');
  await owner.terminate(placed.marketplace_resource_uuid);
  return placed.resource_uuid ?? '';
}

/** Reads all API views of a cluster and its objects. */
async function lookAround({ owner, staff, provider, cloud }: FullRun, cluster: string): Promise<void> {
  const { nodes } = await owner.cluster(cluster);
  const ofCluster = [`rancher-clusters/${cluster}/`, `rancher-clusters/${cluster}/events/`];
  const ofNodes = nodes.map(({ uuid }) => `rancher-nodes/${uuid}/`);
  for (const path of [...ofCluster, ...ofNodes]) await owner.call('GET', path);
  const lists = ['rancher-clusters/', 'marketplace-orders/', 'marketplace-resources/', 'openstack-tenants/'];
  const settings = [provider.settings, cloud.settings].map((uuid) => `service-settings/${uuid}/`);
  for (const path of [...lists, ...settings, 'api-tokens/', 'users/']) await staff.call('GET', path);
}

/** Waits for a secret that is stored only temporarily. */
function untilStored(endpoints: Endpoints, kind: string): Promise<KnownSecret> {
  const tooLate = `There was no ${kind}.`;
  return until({ tooLate, timeoutMs: 60_000 }, async () =>
    (await storedSecrets(endpoints)).find((secret) => secret.kind === kind),
  );
}

/**
 * Orders from a provider without Vault, in a tenant without its own credential. Machines get the registration token in
 * their user data.
 */
export async function orderWithoutVault(run: FullRun): Promise<void> {
  const { endpoints, cloud } = run;
  const { sample, tokens, api } = endpoints;
  const client = apiClient(api, tokens.staff);
  const { openstack } = credentialsOf(run);
  const admin = await logInAsAdmin(openstack);
  await grant(admin, openstack.projects.other.id, admin.userId, 'admin');
  const place = { project: sample.project, settings: cloud.settings };
  const other = { ...openstack, projects: { demo: openstack.projects.other, other: openstack.projects.other } };
  const { application_credential_id, application_credential_secret, ...tenant } = demoTenant('other', place, other);
  const { uuid } = await client.post('openstack-tenants/', tenant, z.object({ uuid: z.string() }));
  const contents = { tenants: { demo: uuid }, ...(await tenantContents(client, uuid)) };
  const owner = personAt({ ...endpoints, sample: { ...sample, ...contents } }, 'owner');
  const placed = await owner.place(owner.clusterOrder(WITHOUT_VAULT, 1, 1));
  run.secrets.push(await untilStored(endpoints, 'stored registration token'));
  await owner.ended(placed.uuid);
  await run.keep();
  await owner.terminate(placed.marketplace_resource_uuid);
}
