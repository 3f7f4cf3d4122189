import { z } from 'zod';

const domain = { id: 'default' };
const ADMIN = {
  identity: { methods: ['password'], password: { user: { name: 'admin', domain, password: 'admin' } } },
  scope: { project: { name: 'admin', domain } },
};
const made = z.object({ service: z.object({ id: z.string() }) });

/** A client of a simulated Keystone with administrator rights. */
export function simulatedKeystone(authUrl: string) {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', 'x-auth-token': token };
    const answer = await fetch(authUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}`);
    return answer;
  };
  return {
    async register(type: string, url: string): Promise<void> {
      const token = (await post('/auth/tokens', { auth: ADMIN })).headers.get('x-subject-token') ?? '';
      const answer = await post('/services', { service: { type, name: type } }, token);
      const { id: service_id } = made.parse(await answer.json()).service;
      const endpoint = { service_id, interface: 'public', region_id: 'RegionOne', url };
      await post('/endpoints', { endpoint }, token);
    },
  };
}
