import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** A provider's private registry: machines pull from it, we only try the account. */
export interface Registry {
  check(): Promise<CredentialCheck[]>;
}

export interface RegistrySessions {
  /** undefined where the provider uses no private registry. */
  open(settings: RancherSettings): Promise<Registry | undefined>;
}
