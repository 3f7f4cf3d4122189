import type { z } from 'zod';
import type { SecretPrefix } from '#shared/domain/_core/secret-name';
import { type ServiceSettings, settingsSecretName } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '../errors.ts';
import type { Secrets } from '../ports/runtime.ts';
import type { Connect } from './json-client.ts';

/** Dependencies for opening sessions with a backend. */
export type SessionOptions = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** How to connect to a backend. Tests replace this to observe or disturb the traffic. */
  connect?: Connect;
};

/**
 * Reads the secret options of the settings, which are stored together as one secret. Throws Misconfigured, which names
 * `owner`, if the secret is missing or invalid.
 */
export async function readSettingsSecret<T>(
  { secrets, stage }: SessionOptions,
  settings: ServiceSettings,
  prefix: SecretPrefix,
  schema: z.ZodType<T>,
  owner: string,
): Promise<T> {
  const text = await secrets.find(settingsSecretName(stage, prefix, settings), settings.version);
  return parseSecret(schema, text, owner);
}

/** Parses a secret's JSON text. The Misconfigured that it throws names the owner, but never shows the contents. */
export function parseSecret<T>(schema: z.ZodType<T>, text: string | undefined, owner: string): T {
  if (text === undefined) throw new Misconfigured(`The secret of ${owner} is missing from the secret store.`);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The error has no cause, because a parser's error may quote the secret.
    throw new Misconfigured(`The secret of ${owner} does not have the expected form.`);
  }
}
