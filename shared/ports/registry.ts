import type { CredentialCheck } from '../domain/credential-check.ts';
import type { RancherSettings } from '../domain/service-settings.ts';

/** A provider's private registry: machines pull from it, we only try the account. */
export interface Registry {
  check(): Promise<CredentialCheck[]>;
}

export interface RegistrySessions {
  /** undefined where the provider uses no private registry. */
  open(settings: RancherSettings): Promise<Registry | undefined>;
}
