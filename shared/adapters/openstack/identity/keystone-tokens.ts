import { createHash } from 'node:crypto';
import { z } from 'zod';
import { clockCache } from '#shared/adapters/clock-cache';
import { type Connect, connectJson } from '#shared/adapters/json-client';
import { asLine } from '#shared/domain/_core/text/plain-text';
import type { OpenStackSettings } from '#shared/domain/providers/service-settings';
import { BackendUnauthorized, UnknownCredential } from '#shared/errors';
import type { KeystoneIdentity, KeystoneTokens } from '#shared/ports/openstack/keystone-tokens';
import type { Clock } from '#shared/ports/runtime';

/** Maximum length of a name. Keystone allows no longer one. */
const MAX_NAME = 255;
/** Keystone accepts every character in names. Line ends, escape codes and marks of direction become spaces. */
const name = z.string().transform((text) => asLine(text).slice(0, MAX_NAME));

const reply = z.object({
  token: z.object({
    expires_at: z.string(),
    /** Absent in an unscoped token, and in a token for a domain. */
    project: z.object({ id: z.string() }).optional(),
    user: z.object({ id: z.string(), name, domain: z.object({ name }) }),
    roles: z.array(z.object({ name: z.string() })).default([]),
  }),
});

type Verified = KeystoneIdentity & { expiresAt: number };

/** How long a verified token is accepted before Keystone is asked again. */
const KEPT_MS = 60_000;
/**
 * Keystone's answers to an invalid token: 401 if the request is sent with the token, 404 if the request asks Keystone
 * to verify the token. Keystone answers 403 if its policy forbids the request.
 */
const NOT_VALID = [401, 403, 404];
const notValid = (cause?: unknown) =>
  new UnknownCredential('The request you have made requires authentication.', {}, cause);

async function ask(connect: Connect, { name, options }: OpenStackSettings, token: string): Promise<Verified> {
  const { backendUrl: baseUrl, verifyTls } = options;
  const keystone = connect({ backend: `Keystone of ${name}`, baseUrl, verifyTls });
  // Keystone lets every user verify their own token. So Paddock needs no account in this cloud to verify tokens.
  const { body } = await keystone({
    op: 'verifyToken',
    method: 'GET',
    path: '/auth/tokens',
    query: { nocatalog: '' },
    headers: { 'X-Auth-Token': token, 'X-Subject-Token': token },
    reply,
    classify: (status) => (NOT_VALID.includes(status) ? BackendUnauthorized : undefined),
    secrets: [token],
  });
  const { project, user, roles, expires_at } = body.token;
  if (project === undefined) throw notValid();
  return {
    userId: user.id,
    userName: user.name || user.id,
    userDomainName: user.domain.name,
    projectId: project.id,
    roles: roles.map((role) => role.name),
    expiresAt: Date.parse(expires_at),
  };
}

/**
 * Verifies tokens of users of clouds. Call this function once per process, because its result caches Keystone's
 * answers. The cache has a hash of each token, never the token itself.
 */
export function keystoneTokens({ connect = connectJson, clock }: { connect?: Connect; clock: Clock }): KeystoneTokens {
  const kept = clockCache<Verified>(clock, KEPT_MS);
  return {
    async verify(cloud, token) {
      const key = createHash('sha256').update(`${cloud.uuid}/${cloud.version}/${token}`).digest('hex');
      try {
        const verified = kept.get(key) ?? (await ask(connect, cloud, token));
        if (verified.expiresAt <= clock.now().getTime()) throw notValid();
        kept.set(key, verified, { noUpdateTTL: true });
        return verified;
      } catch (error) {
        throw error instanceof BackendUnauthorized ? notValid(error) : error;
      }
    },
  };
}
