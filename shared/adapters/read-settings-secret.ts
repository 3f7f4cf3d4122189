import type { z } from 'zod';
import type { SecretPrefix } from '#shared/domain/_core/secret-name';
import { type ServiceSettings, settingsSecretName } from '#shared/domain/providers/service-settings';
import type { Secrets } from '../ports/runtime.ts';
import type { Connect } from './json-client.ts';
import { parseSecret } from './parse-secret.ts';

/** What sessions with a backend are opened with. */
export type SessionOptions = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** How to reach a backend; tests look at, or disturb, what goes over it. */
  connect?: Connect;
};

/** The secret half of settings under one prefix. Throws Misconfigured naming `owner` when it is missing or not as its schema says. */
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
