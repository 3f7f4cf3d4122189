import {
  type RancherOptions,
  type RancherSecret,
  rancherSecret,
  settingsSecretName,
} from '../../domain/service-settings.ts';
import type { RancherSessions } from '../../ports/rancher.ts';
import type { Secrets } from '../../ports/runtime.ts';
import { type Connect, connectJson } from '../json-client.ts';
import { parseSecret } from '../parse-secret.ts';
import { checkRancher } from './check-rancher.ts';
import { clusterTokens } from './cluster-tokens.ts';
import { clusters } from './clusters.ts';
import { provisioning } from './provisioning.ts';
import { rancherSession } from './rancher-session.ts';
import { registration } from './registration.ts';
import { type RegistryAccount, registrySecrets } from './registry-secrets.ts';

type Options = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** How to reach a backend; tests look at, or disturb, what goes over it. */
  connect?: Connect;
};

/** Opening asks the secret store only; the access key is sent, and may be refused, with each call. */
export const rancherSessions = ({ secrets, stage, connect = connectJson }: Options): RancherSessions => ({
  async open(settings) {
    const { version, name, options } = settings;
    const stored = await secrets.find(settingsSecretName(stage, 'rancher', settings), version);
    const key = parseSecret(rancherSecret, stored, `Rancher ${name}`);
    const connection = { backend: `Rancher ${name}`, baseUrl: options.backendUrl, verifyTls: options.verifyTls };
    const session = rancherSession(connect(connection), key);
    return {
      ...provisioning(session),
      ...clusters(session),
      ...registration(session),
      ...clusterTokens(session),
      ...registrySecrets(session, registryAccount(options, key)),
      check: (kubernetesVersion) => checkRancher(session, kubernetesVersion),
    };
  },
});

/** A registry of which a part is missing is not used (waldur-rancher.md §5.1). */
function registryAccount(
  { privateRegistry }: RancherOptions,
  { privateRegistryPassword: password }: RancherSecret,
): RegistryAccount | undefined {
  return privateRegistry && password !== undefined ? { ...privateRegistry, password } : undefined;
}
