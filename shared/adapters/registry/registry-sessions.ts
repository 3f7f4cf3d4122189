import { rancherSecret } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '../../errors.ts';
import type { RegistrySessions } from '../../ports/registry.ts';
import { connectJson } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { checkRegistry } from './check-registry.ts';

/**
 * Opens sessions with private registries. The secret with Rancher's key also has the registry's password, because
 * Paddock gives this password to Rancher.
 */
export const registrySessions = ({ connect = connectJson, ...stored }: SessionOptions): RegistrySessions => ({
  async open(settings) {
    const { name, options } = settings;
    const { privateRegistry } = options;
    if (!privateRegistry) return undefined;
    const { privateRegistryPassword: password } = await readSettingsSecret(
      stored,
      settings,
      'rancher',
      rancherSecret,
      `Rancher ${name}`,
    );
    if (password === undefined) throw new Misconfigured(`The password of the registry of ${name} is missing.`);
    const account = { username: privateRegistry.user, password };
    return { check: () => checkRegistry(connect, originOf(privateRegistry.url), account) };
  },
});

/**
 * The address of a registry's API. A host without a scheme uses https. A path after the host is removed, because the
 * path belongs to the names of images.
 */
const originOf = (url: string): string => new URL(/^https?:\/\//.test(url) ? url : `https://${url}`).origin;
