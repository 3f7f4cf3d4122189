import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { BackendUnavailable } from '../../errors.ts';
import type { Clock, Secrets } from '../../ports/runtime.ts';
import { clockCache } from '../clock-cache.ts';
import { failingByName } from './aws-failure.ts';

const KEPT_MS = 60_000;

type Options = { client: SecretsManagerClient; clock: Clock };

/**
 * Whether the secret is still being deleted. Secrets Manager answers a forced deletion some seconds before the secret
 * is gone. During these seconds, the secret cannot be read, and its name cannot be used again (Secrets Manager's API
 * reference, DeleteSecret and CreateSecret).
 */
const isBeingDeleted = (error: unknown): boolean =>
  error instanceof InvalidRequestException && /delet/i.test(error.message);

/**
 * The secret store in Secrets Manager. A read that names a version is cached for one minute. A read without a version
 * always asks Secrets Manager.
 */
export function secretsManagerSecrets({ client: given, clock }: Options): Secrets {
  const client = failingByName(given, 'Secrets Manager');
  const kept = clockCache<{ version: number; value: string }>(clock, KEPT_MS);

  async function read(name: string): Promise<string | undefined> {
    try {
      return (await client.send(new GetSecretValueCommand({ SecretId: name }))).SecretString;
    } catch (error) {
      if (error instanceof ResourceNotFoundException || isBeingDeleted(error)) return undefined;
      throw error;
    }
  }

  async function write(name: string, value: string): Promise<void> {
    try {
      await client.send(new CreateSecretCommand({ Name: name, SecretString: value }));
    } catch (error) {
      if (!(error instanceof ResourceExistsException)) throw error;
      await client.send(new PutSecretValueCommand({ SecretId: name, SecretString: value }));
    }
  }

  return {
    async find(name, version) {
      const known = kept.get(name);
      if (known && known.version === version) return known.value;
      const value = await read(name);
      if (value !== undefined && version !== undefined) kept.set(name, { version, value });
      return value;
    },

    async put(name, value) {
      kept.delete(name);
      try {
        await write(name, value);
      } catch (error) {
        if (!isBeingDeleted(error)) throw error;
        throw new BackendUnavailable('Secrets Manager is still deleting a secret of this name.', { op: 'put' }, error);
      }
    },

    async remove(name) {
      kept.delete(name);
      try {
        await client.send(new DeleteSecretCommand({ SecretId: name, ForceDeleteWithoutRecovery: true }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException) && !isBeingDeleted(error)) throw error;
      }
    },
  };
}
