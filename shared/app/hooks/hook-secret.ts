import type { Uuid } from '#shared/domain/_core/identifier';
import type { KeyRing } from '#shared/domain/_core/key-ring';
import type { SealedSecret } from '#shared/domain/hooks/hook';
import { openText, type Seal, sealText } from '../_core/sealed-text.ts';

const sealOf = (hookUuid: Uuid): Seal => ({ purpose: 'hook secret', boundTo: hookUuid });

/**
 * Encrypts the secret that signs a web hook's deliveries. The result is bound to this hook, so it cannot be decrypted
 * for another hook.
 */
export const sealSecret = (ring: KeyRing, hookUuid: Uuid, secret: string): SealedSecret =>
  sealText(ring, sealOf(hookUuid), secret);

/**
 * Decrypts a hook's secret. Throws Error if the key is no longer in the key ring, or if the secret was encrypted for
 * another hook or changed afterwards.
 */
export const openSecret = (ring: KeyRing, hookUuid: Uuid, sealed: SealedSecret): string =>
  openText(ring, sealOf(hookUuid), sealed);
