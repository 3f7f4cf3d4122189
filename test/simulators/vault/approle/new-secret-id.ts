import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { duration, nameList } from '../durations.ts';
import { badRequest } from '../vault-error.ts';
import type { AppRole, SecretId } from '../vault-objects.ts';
import { parseBody, type VaultCall } from '../vault-route.ts';
import { checkCidrs } from './source-address.ts';

const order = z.object({
  secret_id: z.string().optional(),
  ttl: duration.optional(),
  num_uses: z.coerce.number().int().min(0).optional(),
  metadata: z.string().default(''),
  cidr_list: nameList.default([]),
  token_bound_cidrs: nameList.default([]),
});

/**
 * Creates a secret id of a role. Its limits may be stricter than the role's. @throws VaultError 400 if a limit is
 * looser
 */
export function newSecretId(role: AppRole, call: VaultCall): SecretId {
  const given = parseBody(order, call);
  const now = call.context.clock.now();
  checkCidrs([...given.cidr_list, ...given.token_bound_cidrs]);
  const ttl = given.ttl || role.secret_id_ttl;
  if (role.secret_id_ttl && ttl > role.secret_id_ttl) {
    throw badRequest("ttl cannot be longer than the role's secret_id_ttl");
  }
  const numUses = given.num_uses ?? role.secret_id_num_uses;
  if (role.secret_id_num_uses && (numUses === 0 || numUses > role.secret_id_num_uses)) {
    throw badRequest("num_uses cannot be higher than the role's secret_id_num_uses");
  }
  return {
    id: given.secret_id ?? randomUUID(),
    accessor: randomUUID(),
    role,
    numUses,
    ttl: ttl * 1000,
    createdAt: now,
    expiresAt: ttl ? now + ttl * 1000 : null,
    metadata: metadataIn(given.metadata),
    ...{ cidrs: given.cidr_list, tokenCidrs: given.token_bound_cidrs },
  };
}

/**
 * Reads metadata from a JSON object, from a JSON object in base64, or from `key=value` pairs separated by commas.
 * @throws VaultError 400 for any other text
 */
function metadataIn(text: string): Record<string, string> {
  if (text === '') return {};
  const pairs = z.record(z.string(), z.string());
  for (const json of [text, Buffer.from(text, 'base64').toString()]) {
    const read = pairs.safeParse(parsed(json));
    if (read.success) return read.data;
  }
  const entries = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  if (entries.every((pair) => pair.length === 2)) return pairs.parse(Object.fromEntries(entries));
  throw badRequest(`failed to parse metadata: failed to parse key/value pairs from input ${text}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
