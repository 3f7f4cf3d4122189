import type { Tenant } from '#shared/domain/planning/tenant';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { OpenStackSettings } from '#shared/domain/providers/service-settings';
import type { OpenStack } from '../openstack.ts';
import type { CloudAdmin } from './cloud-admin.ts';

/**
 * Opens sessions in tenants. A session uses the tenant's own credential. If the tenant has none, the session uses the
 * cloud's account with a token for the tenant's project.
 */
export interface OpenStackSessions {
  open(tenant: Tenant): Promise<OpenStack>;
  /** Opens a session with a credential that is not stored yet, in order to check it. */
  openWith(settingsUuid: string, credential: { id: string; secret: string }): Promise<OpenStack>;
  /** Checks the cloud's own account. Leaves nothing behind. */
  check(settings: OpenStackSettings): Promise<CredentialCheck[]>;
  /**
   * Opens a session with the cloud's own account. Throws Misconfigured if this account has no right to create projects.
   */
  admin(settingsUuid: string): Promise<CloudAdmin>;
  /**
   * Checks that the account has the rights to create projects, to join them and to set their quotas. Writes nothing.
   */
  checkAdmin(settings: OpenStackSettings): Promise<CredentialCheck[]>;
}
