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
  /** How to reach a backend. Tests observe or disturb the traffic here. */
  connect?: Connect;
};

/** Secret options of settings under one prefix. Throws Misconfigured naming `owner` when it is missing or invalid. */
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

/** Parses a secret's JSON text. Throws Misconfigured naming its owner, never its contents. */
export function parseSecret<T>(schema: z.ZodType<T>, text: string | undefined, owner: string): T {
  if (text === undefined) throw new Misconfigured(`The secret of ${owner} is missing from the secret store.`);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // Without the cause: a parser's error may quote the secret.
    throw new Misconfigured(`The secret of ${owner} does not have the expected form.`);
  }
}
