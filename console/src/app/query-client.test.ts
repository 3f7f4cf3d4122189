import { PaddockError } from '@paddock/client';
import { expect, test } from 'vitest';
import { makeQueryClient } from './query-client.ts';

const refused = (status: number) => Promise.reject(new PaddockError(new Response('', { status }), { detail: 'No.' }));
const USER = { username: 'owner' };

test.each([
  [401, null],
  [403, USER],
])('after a refusal with %i, the signed-in user is %j', async (status, user) => {
  for (const ask of [
    (client: ReturnType<typeof makeQueryClient>) =>
      client
        .getMutationCache()
        .build(client, { mutationFn: () => refused(status) })
        .execute(undefined),
    (client: ReturnType<typeof makeQueryClient>) =>
      client.fetchQuery({ queryKey: ['clusters'], queryFn: () => refused(status) }),
  ]) {
    const client = makeQueryClient();
    client.setQueryData(['me'], USER);
    await expect(ask(client)).rejects.toThrow();
    expect(client.getQueryData(['me'])).toEqual(user);
  }
});
