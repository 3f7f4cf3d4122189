import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Clock, Secrets } from '../../ports/runtime.ts';

const KEPT_MS = 60_000;

type Options = { client: SecretsManagerClient; clock: Clock };

/** What is found for a version is kept for a minute, so that a warm Lambda asks once; all else is asked for every time. */
export function secretsManagerSecrets({ client, clock }: Options): Secrets {
  const kept = new Map<string, { version: number; value: string; until: number }>();
  const now = () => clock.now().getTime();

  async function read(name: string): Promise<string | undefined> {
    try {
      return (await client.send(new GetSecretValueCommand({ SecretId: name }))).SecretString;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  return {
    async find(name, version) {
      const known = kept.get(name);
      if (known && known.version === version && known.until > now()) return known.value;
      const value = await read(name);
      if (value !== undefined && version !== undefined) kept.set(name, { version, value, until: now() + KEPT_MS });
      return value;
    },

    async put(name, value) {
      kept.delete(name);
      try {
        await client.send(new CreateSecretCommand({ Name: name, SecretString: value }));
      } catch (error) {
        if (!(error instanceof ResourceExistsException)) throw error;
        await client.send(new PutSecretValueCommand({ SecretId: name, SecretString: value }));
      }
    },

    async remove(name) {
      kept.delete(name);
      try {
        await client.send(new DeleteSecretCommand({ SecretId: name, ForceDeleteWithoutRecovery: true }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}
