import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { announcements } from '#infra/local/simulators';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { accessProvider } from '#test/access-provider';
import { type OpenedKeycloak, openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import { joinedCluster } from '#test/contracts/rancher/joined-cluster';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { personAt } from '#test/e2e/_worlds/customer';
import { retireProvider } from '#test/e2e/_worlds/retire-provider';
import { PATIENCE_MS, STAGE } from '../cloud-options.ts';

/**
 * A Rancher with a shared cluster, a Keycloak, and an offering of projects in the shared cluster. Testbeds share none
 * of these objects.
 */
export type ProjectBed = {
  endpoints: Endpoints;
  simulators: { rancher: Simulator; keycloak: Simulator };
  owner: ReturnType<typeof personAt>;
  clusterId: string;
  offering: string;
  /**
   * The marketplace's project, whose members get access. `member` has a role in this project, and `outsider` has none.
   */
  project: string;
  outsider: string;
  inCluster(path: string): Promise<unknown>;
  /** Retires the provider, so that no sync job calls the backends any more. Then stops the backends. */
  stop(): Promise<void>;
};

const made = z.object({ uuid: z.string() });
const shownUsers = z.tuple([made]);
const DELAYS = { pace: 0.02 };
/** A realm that already exists in the simulator. All testbeds use this realm, so their requests have the same paths. */
const REALM = 'paddock';
const COMPONENTS = [
  { type: 'cpu', name: 'CPU', measured_unit: 'cores', billing_type: 'limit' },
  { type: 'ram', name: 'Memory', measured_unit: 'GB', billing_type: 'limit' },
];

const accessTo = (rancher: Simulator) => announcements.rancher.parse(rancher.printed);

async function prepare(endpoints: Endpoints, keycloak: OpenedKeycloak, rancher: Simulator) {
  const { url, access_key, secret_key } = accessTo(rancher);
  const key = { username: access_key, password: secret_key };
  const { provider, secrets } = accessProvider(STAGE, { keycloak, rancher: { url, key } });
  const session = await rancherSessions({ secrets, stage: STAGE, clock: systemClock }).open(provider);
  const clusterId = await joinedCluster(session, url, 'shared');
  for (const person of ['member', 'outsider']) await keycloak.aUser(person);

  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const { username: keycloak_username, password: keycloak_password } = keycloak.backend.admin;
  const options = {
    ...{ backend_url: url, ...key, base_image_name: 'ubuntu-24.04' },
    ...{ keycloak_url: keycloak.backend.url, keycloak_realm: keycloak.realm, keycloak_user_realm: 'master' },
    ...{ keycloak_username, keycloak_password },
  };
  const settings = await staff.post('service-settings/', { type: 'Rancher', name: 'Shared', options }, made);
  const { customer } = endpoints.sample;
  const offer = {
    ...{ type: 'Rancher.Project', name: 'Projects', customer, service_settings: settings.uuid },
    ...{ components: COMPONENTS, plugin_options: { cluster_id: clusterId, keycloak_enabled: true } },
  };
  const { uuid: offering } = await staff.post('marketplace-provider-offerings/', offer, made);
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
  const { uuid: project } = await staff.post('projects/', { customer, name: 'Faults' }, made);
  const uuidOf = async (username: string) => (await staff.get(`users/?username=${username}`, shownUsers))[0].uuid;
  const member = { user: await uuidOf('member'), role: 'PROJECT.MEMBER' };
  await staff.post(`projects/${project}/add_user/`, member, z.unknown());
  const retire = async () => {
    await staff.post(`marketplace-provider-offerings/${offering}/archive/`, {}, z.unknown());
    await retireProvider(endpoints, settings.uuid);
  };
  return { retire, clusterId, offering, project, outsider: await uuidOf('outsider') };
}

const lookInto = (rancher: Simulator, clusterId: string) => async (path: string) => {
  const { url, access_key, secret_key } = accessTo(rancher);
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${url}/k8s/clusters/${clusterId}${path}`, { headers: { authorization }, signal });
  if (!answer.ok) throw new Error(`${path} in the cluster answered ${answer.status}`);
  return answer.json();
};

export async function startProjectBed(endpoints: Endpoints): Promise<ProjectBed> {
  const [rancher, keycloak] = await Promise.all([startSimulator('rancher'), startSimulator('keycloak')]);
  const stop = async () => void (await Promise.all([rancher.stop(), keycloak.stop()]));
  try {
    await rancher.setDelays(DELAYS);
    const { url, admin } = announcements.keycloak.parse(keycloak.printed);
    const backend = { url, admin, simulator: keycloak, stop: keycloak.stop };
    const realm = await openKeycloak(backend, REALM);
    const { retire, ...prepared } = await prepare(endpoints, realm, rancher);
    const owner = personAt(endpoints, 'owner', { timeoutMs: PATIENCE_MS, intervalMs: 300 });
    const inCluster = lookInto(rancher, prepared.clusterId);
    return {
      ...{ endpoints, simulators: { rancher, keycloak }, owner, inCluster, ...prepared },
      stop: () => retire().finally(stop),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
