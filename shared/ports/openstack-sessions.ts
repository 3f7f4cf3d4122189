import type { Tenant } from '#shared/domain/planning/tenant';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { OpenStackSettings } from '#shared/domain/providers/service-settings';
import type { CloudAdmin } from './cloud-admin.ts';
import type { OpenStack } from './openstack.ts';

/** Opens a tenant's session with its own credential, or the cloud's account scoped to the tenant's project. */
export interface OpenStackSessions {
  open(tenant: Tenant): Promise<OpenStack>;
  /** A session with a credential that is not stored yet: to check it before it is. */
  openWith(settingsUuid: string, credential: { id: string; secret: string }): Promise<OpenStack>;
  /** Tries the cloud's own account, without leaving anything. */
  check(settings: OpenStackSettings): Promise<CredentialCheck[]>;
  /** The cloud's own account, where it may make projects. Throws Misconfigured when it has no right to. */
  admin(settingsUuid: string): Promise<CloudAdmin>;
  /** Whether it may make projects, join them and set their quotas; nothing is written. */
  checkAdmin(settings: OpenStackSettings): Promise<CredentialCheck[]>;
}
