import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RancherUser } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ApiTokens } from './api-tokens.ts';
import { KEYCLOAK } from './auth-configs.ts';

const TIMEOUT_MS = 10_000;
const given = z.object({ userinfo: z.url(), token: z.string().min(1) });
const known = z.looseObject({
  ...{ sub: z.string().min(1), name: z.string().optional(), preferred_username: z.string().optional() },
  groups: z.array(z.string()).default([]),
});

/**
 * `POST /_sim/sign-in`: signs a user in with an access token of Keycloak. As in Rancher, the user and the user's groups
 * are read at `userinfo`. The first sign-in makes the user. The answer holds a key of that user.
 */
export function outsideSignIn(app: FastifyInstance, context: RancherContext, tokens: ApiTokens): void {
  app.post('/_sim/sign-in', async (request, reply) => {
    const { data, error } = given.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    const answer = await fetch(data.userinfo, {
      headers: { authorization: `Bearer ${data.token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) return reply.code(401).send({ message: `userinfo answered ${answer.status}` });
    const user = signedIn(context, known.parse(await answer.json()));
    const session = { userId: user.id, prefix: 'token-', kind: 'session', clusterId: '', description: '' } as const;
    const { id, key } = tokens.make({ ...session, ttl: tokens.sessionTtl() });
    return reply.code(201).send({ userId: user.id, token: `${id}:${key}` });
  });
}

/** Each sign-in replaces the user's groups. */
function signedIn({ store, clock }: RancherContext, person: z.infer<typeof known>): RancherUser {
  const principal = `${KEYCLOAK}_user://${person.sub}`;
  const groupPrincipals = person.groups.map((name) => `${KEYCLOAK}_group://${name}`);
  const id = `u-${createHash('sha256').update(principal).digest('hex').slice(0, 10)}`;
  const user: RancherUser = store.users.get(id) ?? {
    ...{ id, username: '', name: person.name ?? person.preferred_username, password: '', description: '' },
    ...{ enabled: true, mustChangePassword: false, labels: {}, creatorId: null, principal },
    ...{ createdAt: new Date(clock.now()).toISOString(), uid: randomUUID() },
  };
  store.users.set(id, Object.assign(user, { groupPrincipals }));
  return user;
}
