import type { Uuid } from '#shared/domain/_core/identifier';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Tenant } from '#shared/domain/planning/tenant';
import {
  applicationCredential,
  type OpenStackSettings,
  openstackSecret,
} from '#shared/domain/providers/service-settings';
import { Misconfigured } from '../../errors.ts';
import type { CloudAdmin } from '../../ports/openstack/cloud-admin.ts';
import type { OpenStackSessions } from '../../ports/openstack/openstack-sessions.ts';
import type { OpenStack } from '../../ports/openstack.ts';
import type { Clock } from '../../ports/runtime.ts';
import { clockCache } from '../clock-cache.ts';
import { connectJson } from '../json-client.ts';
import { parseSecret, readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { compute, oneServer } from './compute.ts';
import { applicationCredentials } from './identity/application-credentials.ts';
import { checkAccount } from './identity/check-account.ts';
import { checkAdmin } from './identity/check-admin.ts';
import { cloudAdmin } from './identity/cloud-admin.ts';
import { type CloudSession, cloudSession } from './identity/cloud-session.ts';
import type { Login } from './identity/keystone-login.ts';
import { findHomeProject, listOwnProjects, noHomeText } from './identity/own-projects.ts';
import { image } from './image.ts';
import { keyPairs } from './key-pairs.ts';
import { loadBalancers } from './load-balancers.ts';
import { addresses } from './networks/addresses.ts';
import { floatingIps } from './networks/floating-ips.ts';
import { networks } from './networks/networks.ts';
import { ports } from './networks/ports.ts';
import { routers } from './networks/routers.ts';
import { securityGroups } from './networks/security-groups.ts';
import { quotas } from './quotas.ts';
import { serverGroups } from './server-groups.ts';
import { volume } from './volume.ts';

const SESSION_LIFE_MS = 5 * 60_000;

type Options = SessionOptions & { settingsOf(uuid: Uuid): Promise<OpenStackSettings>; clock: Clock };

/**
 * Opens sessions with clouds. Call this function once per process, because its result keeps sessions and their tokens.
 * A session is kept for five minutes, or until a login is refused or the settings of the tenant or cloud change.
 */
export function openstackSessions(options: Options): OpenStackSessions {
  const tenants = sessionKeeper<OpenStack>(options.clock);
  const admins = sessionKeeper<CloudAdmin>(options.clock);
  return {
    async open(tenant) {
      const settings = await options.settingsOf(tenant.settingsUuid);
      const key = `${tenant.uuid}/${tenant.version}/${settings.version}`;
      return tenants(key, (evict) => openTenant(options, tenant, settings, evict));
    },
    async openWith(settingsUuid, credential) {
      return openstackOf(sessionIn(options, await options.settingsOf(settingsUuid), { credential }));
    },
    async check(settings) {
      const { keystone, login, open } = await accountIn(options, settings);
      return checkAccount(keystone, login, open);
    },
    async admin(settingsUuid) {
      const settings = await options.settingsOf(settingsUuid);
      return admins(`${settingsUuid}/${settings.version}`, (evict) => openAdmin(options, settings, evict));
    },
    async checkAdmin(settings) {
      const { keystone, login, open } = await accountIn(options, settings);
      return checkAdmin(keystone, login, open, settings.options.domainName);
    },
  };
}

/**
 * Keeps sessions by key. Concurrent callers share one attempt to open a session. A failed attempt is forgotten, so that
 * the next caller tries again.
 */
function sessionKeeper<T>(clock: Clock) {
  const kept = clockCache<Promise<T>>(clock, SESSION_LIFE_MS);
  return (key: string, open: (evict: () => void) => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known) return known;
    const evict = () => void kept.delete(key);
    const session = open(evict).catch((error: unknown) => {
      evict();
      throw error;
    });
    kept.set(key, session);
    return session;
  };
}

/**
 * Prepares the login of the cloud's own account. The login does not select a project yet, because the projects of the
 * account are not known here.
 */
async function accountIn(options: Options, settings: OpenStackSettings, onLoginFailed?: () => void) {
  const { name, options: cloud } = settings;
  const login = { account: await accountOf(options, settings), userDomainName: cloud.userDomainName };
  const { connect = connectJson } = options;
  const keystone = connect({ backend: `Keystone of ${name}`, baseUrl: cloud.backendUrl, verifyTls: cloud.verifyTls });
  const open = (projectId: string) => sessionIn(options, settings, { ...login, projectId }, onLoginFailed);
  return { keystone, login, open };
}

async function openAdmin(
  options: Options,
  settings: OpenStackSettings,
  onLoginFailed: () => void,
): Promise<CloudAdmin> {
  const { keystone, login, open } = await accountIn(options, settings, onLoginFailed);
  const home = await findHomeProject(await listOwnProjects(keystone, login), open);
  if (!home) throw new Misconfigured(`${settings.name}: ${noHomeText(login.account.username)}`);
  return cloudAdmin(home.session, settings.options.domainName);
}

async function openTenant(
  options: Options,
  tenant: Tenant,
  settings: OpenStackSettings,
  onLoginFailed: () => void,
): Promise<OpenStack> {
  const session = sessionIn(options, settings, await loginOf(options, tenant, settings), onLoginFailed);
  const { projectId } = await session.token();
  // Machines must be created and deleted only in the tenant's own project.
  if (projectId !== tenant.backendId) {
    throw new Misconfigured(`The credential of tenant ${tenant.name} belongs to another project of ${settings.name}.`);
  }
  return openstackOf(session);
}

async function loginOf(options: Options, tenant: Tenant, settings: OpenStackSettings): Promise<Login> {
  if (tenant.hasOwnCredential) {
    const { secrets, stage } = options;
    const text = await secrets.find(secretName(stage, 'openstack', tenant.uuid), tenant.version);
    return { credential: parseSecret(applicationCredential, text, `tenant ${tenant.name}`) };
  }
  const account = await accountOf(options, settings);
  return { account, userDomainName: settings.options.userDomainName, projectId: tenant.backendId };
}

const accountOf = (stored: SessionOptions, settings: OpenStackSettings) =>
  readSettingsSecret(stored, settings, 'openstack', openstackSecret, `OpenStack ${settings.name}`);

function sessionIn(
  { clock, connect = connectJson }: Options,
  { name, options }: OpenStackSettings,
  login: Login,
  onLoginFailed: () => void = () => undefined,
): CloudSession {
  const keystone = { baseUrl: options.backendUrl, verifyTls: options.verifyTls };
  return cloudSession({ cloudName: name, keystone, region: options.region, connect, clock, onLoginFailed }, login);
}

const openstackOf = (session: CloudSession): OpenStack => ({
  projectId: async () => (await session.token()).projectId,
  ...compute(session),
  ...oneServer(session),
  ...networks(session),
  ...ports(session),
  ...routers(session),
  ...securityGroups(session),
  ...serverGroups(session),
  ...volume(session),
  ...image(session),
  ...floatingIps(session),
  ...quotas(session),
  ...addresses(session),
  ...applicationCredentials(session),
  ...keyPairs(session),
  ...loadBalancers(session),
});
