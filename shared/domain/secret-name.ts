import type { Uuid } from './identifier.ts';

/** Backends with a prefix of their own: a function's role reads one prefix (design decision 12). */
export type SecretBackend = 'rancher' | 'openstack' | 'registration';

/**
 * `paddock/<stage>/<backend>/<uuid>`: uuid is the provider's for `rancher`, the settings' or tenant's for `openstack`,
 * the cluster's for `registration` (the token its nodes join with, kept only while it is being made).
 */
export function secretName(stage: string, backend: SecretBackend, uuid: Uuid): string {
  return `paddock/${stage}/${backend}/${uuid}`;
}
