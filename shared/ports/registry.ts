import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** A provider's private registry. Machines pull images from it. Paddock only checks that the account works. */
export interface Registry {
  check(): Promise<CredentialCheck[]>;
}

export interface RegistrySessions {
  /** Returns undefined if the provider uses no private registry. */
  open(settings: RancherSettings): Promise<Registry | undefined>;
}
