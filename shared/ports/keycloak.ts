import type { CredentialCheck } from '../domain/credential-check.ts';
import type { RancherSettings } from '../domain/service-settings.ts';

/** A provider's Keycloak. */
export interface Keycloak {
  /** Tries what is needed, without leaving anything. */
  check(): Promise<CredentialCheck[]>;
}

export interface KeycloakSessions {
  /** undefined where the provider uses no Keycloak. */
  open(settings: RancherSettings): Promise<Keycloak | undefined>;
}
