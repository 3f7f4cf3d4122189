import type { z } from 'zod';
import type { SecretPrefix } from '#shared/domain/_core/secret-name';
import { type ServiceSettings, settingsSecretName } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '../errors.ts';
import type { Secrets } from '../ports/runtime.ts';
import type { Connect } from './json-client.ts';

export type SessionOptions = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** Connects to a backend. Tests replace this function to watch or disturb requests. */
  connect?: Connect;
};

/**
 * Reads the secret options of the settings. One secret contains all secret options. Throws Misconfigured, which names
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

/** Parses the JSON text of a secret. Throws Misconfigured, whose message names the owner and never shows the secret. */
export function parseSecret<T>(schema: z.ZodType<T>, text: string | undefined, owner: string): T {
  if (text === undefined) throw new Misconfigured(`The secret of ${owner} is missing from the secret store.`);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The parser's error may quote the secret. So the parser's error does not become the cause of this error.
    throw new Misconfigured(`The secret of ${owner} does not have the expected format.`);
  }
}
