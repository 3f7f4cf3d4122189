import { rancherSecret, settingsSecretName } from '../../domain/service-settings.ts';
import { Misconfigured } from '../../errors.ts';
import type { RegistrySessions } from '../../ports/registry.ts';
import type { Secrets } from '../../ports/runtime.ts';
import { type Connect, connectJson } from '../json-client.ts';
import { parseSecret } from '../parse-secret.ts';
import { checkRegistry } from './check-registry.ts';

type Options = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** How to reach a backend; tests look at, or disturb, what goes over it. */
  connect?: Connect;
};

/** A registry's password is kept with Rancher's key, to which it is given. */
export const registrySessions = ({ secrets, stage, connect = connectJson }: Options): RegistrySessions => ({
  async open(settings) {
    const { version, name, options } = settings;
    const { privateRegistry } = options;
    if (!privateRegistry) return undefined;
    const stored = await secrets.find(settingsSecretName(stage, 'rancher', settings), version);
    const { privateRegistryPassword: password } = parseSecret(rancherSecret, stored, `Rancher ${name}`);
    if (password === undefined) throw new Misconfigured(`The password of the registry of ${name} is missing.`);
    const account = { username: privateRegistry.user, password };
    return { check: () => checkRegistry(connect, originOf(privateRegistry.url), account) };
  },
});

/** A host without a scheme is served over https; what comes behind it names images, not the API. */
const originOf = (url: string): string => new URL(/^https?:\/\//.test(url) ? url : `https://${url}`).origin;
