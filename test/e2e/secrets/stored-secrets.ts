import { GetSecretValueCommand, ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { SECRET_PREFIXES } from '#shared/domain/_core/secret-name';
import { clientOptions, STAGE } from '../_worlds/deployed-stack.ts';
import type { KnownSecret } from './find-secrets.ts';

/** Stored fields that are not secret: names of accounts, and the checksum of a public certificate. */
const PUBLIC = ['username', 'id', 'caChecksum', 'vaultRoleId'];
const fields = z.record(z.string(), z.string());

/**
 * The secrets that Secrets Manager currently contains. The `kind` of a returned secret consists of prefix and field,
 * e.g. `stored vault token`.
 */
export async function storedSecrets(endpoints: Endpoints): Promise<KnownSecret[]> {
  const client = new SecretsManagerClient(clientOptions(endpoints));
  const names: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListSecretsCommand({ MaxResults: 100, ...(NextToken && { NextToken }) }));
    names.push(...(page.SecretList ?? []).map(({ Name = '' }) => Name));
    NextToken = page.NextToken;
  } while (NextToken);
  const read = async (name: string) => {
    const prefix = SECRET_PREFIXES.find((one) => name.startsWith(`paddock/${STAGE}/${one}/`));
    if (!prefix) throw new Error(`${name} is not where secrets are kept`);
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    const entries = Object.entries(fields.parse(JSON.parse(SecretString)));
    return entries.filter(([field]) => !PUBLIC.includes(field)).map(([field, value]) => ({ prefix, field, value }));
  };
  const stored = (await Promise.all(names.map(read))).flat();
  return stored.map(({ prefix, field, value }) => ({ kind: `stored ${prefix} ${field}`, value }));
}
