import type { Uuid } from '../../domain/identifier.ts';
import { secretName } from '../../domain/secret-name.ts';
import { applicationCredential, type OpenStackSettings, openstackSecret } from '../../domain/service-settings.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { Misconfigured } from '../../errors.ts';
import type { OpenStack, OpenStackSessions } from '../../ports/openstack.ts';
import type { Clock } from '../../ports/runtime.ts';
import { connectJson } from '../json-client.ts';
import { parseSecret } from '../parse-secret.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { checkAccount } from './check-account.ts';
import { type CloudSession, cloudSession } from './cloud-session.ts';
import { compute } from './compute.ts';
import { floatingIps } from './floating-ips.ts';
import { image } from './image.ts';
import type { Login } from './keystone-login.ts';
import { network } from './network.ts';
import { quotas } from './quotas.ts';
import { volume } from './volume.ts';

const SESSION_LIFE_MS = 5 * 60_000;

type Options = SessionOptions & { settingsOf(uuid: Uuid): Promise<OpenStackSettings>; clock: Clock };

/**
 * Make it once per process: it keeps each tenant's session, with its token, for five minutes, or until a login is refused or
 * the tenant or its cloud's settings change.
 */
export function openstackSessions(options: Options): OpenStackSessions {
  const kept = new Map<string, { openstack: Promise<OpenStack>; until: number }>();
  return {
    async open(tenant) {
      const settings = await options.settingsOf(tenant.settingsUuid);
      const key = `${tenant.uuid}/${tenant.version}/${settings.version}`;
      const now = options.clock.now().getTime();
      const known = kept.get(key);
      if (known && known.until > now) return known.openstack;
      const evict = () => void kept.delete(key);
      const openstack = openTenant(options, tenant, settings, evict).catch((error: unknown) => {
        evict();
        throw error;
      });
      kept.set(key, { openstack, until: now + SESSION_LIFE_MS });
      return openstack;
    },
    async openWith(settingsUuid, credential) {
      return openstackOf(sessionIn(options, await options.settingsOf(settingsUuid), { credential }));
    },
    async check(settings) {
      const { name, options: cloud } = settings;
      const login = { account: await accountOf(options, settings), userDomainName: cloud.userDomainName };
      const { connect = connectJson } = options;
      const keystone = connect({
        backend: `Keystone of ${name}`,
        baseUrl: cloud.backendUrl,
        verifyTls: cloud.verifyTls,
      });
      return checkAccount(keystone, login, (projectId) => sessionIn(options, settings, { ...login, projectId }));
    },
  };
}

async function openTenant(
  options: Options,
  tenant: Tenant,
  settings: OpenStackSettings,
  onLoginFailed: () => void,
): Promise<OpenStack> {
  const session = sessionIn(options, settings, await loginOf(options, tenant, settings), onLoginFailed);
  const { projectId } = await session.token();
  // Machines must never be made in, or removed from, a project that is not the tenant's.
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
  ...network(session),
  ...volume(session),
  ...image(session),
  ...floatingIps(session),
  ...quotas(session),
});
