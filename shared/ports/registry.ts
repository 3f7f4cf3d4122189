import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** A provider's private registry. Machines pull from it; Paddock only checks the account. */
export interface Registry {
  check(): Promise<CredentialCheck[]>;
}

export interface RegistrySessions {
  /** Answers undefined when the provider uses no private registry. */
  open(settings: RancherSettings): Promise<Registry | undefined>;
}
