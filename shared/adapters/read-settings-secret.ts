import type { z } from 'zod';
import type { SecretPrefix } from '#shared/domain/_core/secret-name';
import { type ServiceSettings, settingsSecretName } from '#shared/domain/providers/service-settings';
import type { Secrets } from '../ports/runtime.ts';
import type { Connect } from './json-client.ts';
import { parseSecret } from './parse-secret.ts';

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
