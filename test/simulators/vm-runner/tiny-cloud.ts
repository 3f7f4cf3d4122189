import { serveSimulator } from '../_kit/serve-simulator.ts';

interface TinyServer {
  id: string;
  name: string;
  status: string;
  userData: string | null;
  devices: string[];
}

/**
 * Answers the three calls of Keystone and Nova that the runner makes, on a real socket. The runner's tests can
 * therefore define machines directly, without creating networks, images and volumes first.
 */
export async function startTinyCloud() {
  const servers: TinyServer[] = [];
  let logins = 0;
  const running = await serveSimulator({
    name: 'tiny-cloud',
    delays: {},
    routes(app) {
      app.post('/v3/auth/tokens', async (request, reply) => {
        logins += 1;
        const endpoints = [{ interface: 'public', url: `http://${request.host}/v2.1` }];
        const body = { token: { catalog: [{ type: 'compute', endpoints }] } };
        return reply.code(201).header('x-subject-token', `token-${logins}`).send(body);
      });
      app.addHook('onRequest', async (request, reply) => {
        if (!request.url.startsWith('/v2.1') || request.headers['x-auth-token'] === `token-${logins}`) return;
        await reply.code(401).send({});
      });
      app.get('/v2.1/servers/detail', async () => ({ servers: servers.map(novaView) }));
      app.get<{ Params: { id: string } }>('/v2.1/servers/:id/os-volume_attachments', async ({ params }) => {
        const devices = servers.find(({ id }) => id === params.id)?.devices ?? [];
        return { volumeAttachments: devices.map((device) => ({ volumeId: `vol-of-${device}`, device })) };
      });
    },
    state: () => ({}),
    sessions: () => ({}),
    reset: () => undefined,
    credentials: () => ({}),
  });
  return {
    ...running,
    create(name: string, userData: string | null, devices: string[] = ['/dev/vda']): void {
      servers.push({ id: `id-of-${name}`, name, status: 'ACTIVE', userData, devices });
    },
    delete(name: string): void {
      servers.splice(
        servers.findIndex((server) => server.name === name),
        1,
      );
    },
    become(name: string, status: 'ACTIVE' | 'SHUTOFF'): void {
      for (const server of servers.filter((one) => one.name === name)) server.status = status;
    },
    expireTokens(): void {
      logins += 1;
    },
  };
}

function novaView({ id, name, status, userData }: TinyServer) {
  return {
    id,
    name,
    status,
    'OS-EXT-STS:task_state': null,
    'OS-EXT-SRV-ATTR:hostname': name,
    'OS-EXT-SRV-ATTR:user_data': userData === null ? null : Buffer.from(userData).toString('base64'),
    addresses: { net: [{ addr: '10.0.0.5', version: 4 }] },
  };
}
