import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** A provider's private registry, from which machines pull images. Paddock only checks whether the account works. */
export interface Registry {
  check(): Promise<CredentialCheck[]>;
}

export interface RegistrySessions {
  /** Returns undefined if the provider uses no private registry. */
  open(settings: RancherSettings): Promise<Registry | undefined>;
}
