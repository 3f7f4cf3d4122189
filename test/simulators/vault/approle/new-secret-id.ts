import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { duration } from '../durations.ts';
import { badRequest } from '../vault-error.ts';
import type { AppRole, SecretId } from '../vault-objects.ts';
import { parseBody, type VaultCall } from '../vault-route.ts';

const order = z.object({
  secret_id: z.string().optional(),
  ttl: duration.optional(),
  num_uses: z.coerce.number().int().min(0).optional(),
  metadata: z.string().default('{}'),
});

/** What a role gives out: bound as the role is, or tighter. @throws VaultError 400 for looser */
export function newSecretId(role: AppRole, call: VaultCall): SecretId {
  const given = parseBody(order, call);
  const now = call.context.clock.now();
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
    metadata: z.record(z.string(), z.string()).parse(JSON.parse(given.metadata)),
  };
}
