import {
  GetSecretValueCommand,
  ListSecretsCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Endpoints } from '#infra/local/endpoints';
import { clientOptions } from '#test/e2e/_worlds/deployed-stack';
import { STAGE } from './cloud-options.ts';

/**
 * The names of the secrets whose chart answers contain one of these texts. All other secrets are ignored, because other
 * testbeds store chart answers at the same time.
 */
export async function storedAnswers(endpoints: Endpoints, texts: readonly string[]): Promise<string[]> {
  const client = new SecretsManagerClient(clientOptions(endpoints));
  const names: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListSecretsCommand({ MaxResults: 100, ...(NextToken && { NextToken }) }));
    names.push(...(page.SecretList ?? []).map(({ Name = '' }) => Name));
    NextToken = page.NextToken;
  } while (NextToken);
  const found: string[] = [];
  for (const name of names.filter((one) => one.startsWith(`paddock/${STAGE}/app/`))) {
    const value = await answersIn(client, name);
    if (texts.some((text) => value.includes(text))) found.push(name);
  }
  client.destroy();
  return found;
}

/** Returns an empty text if the secret has been deleted in the meantime. */
async function answersIn(client: SecretsManagerClient, SecretId: string): Promise<string> {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '';
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return '';
    throw error;
  }
}
