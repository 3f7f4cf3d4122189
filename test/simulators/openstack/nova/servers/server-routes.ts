import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '#test/simulators/openstack/cloud';
import { newSecret } from '#test/simulators/openstack/ids';
import { baseUrl, type Caller } from '#test/simulators/openstack/keystone/caller';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import { NOT_SIMULATED } from '#test/simulators/openstack/service';
import { bootsAgain, consoleLog, consoleOutput } from '../console-routes.ts';
import { minorOf } from '../microversion.ts';
import { novaCaller, novaPolicy, ownServer } from '../nova-caller.ts';
import type { Server } from '../rows.ts';
import { buildServer } from './build-server.ts';
import { acceptServer } from './create-server.ts';
import { deleteServer } from './delete-server.ts';
import { listServers } from './server-list.ts';
import { hostname, parseServerRequest } from './server-request.ts';
import { serverLinks, serverView } from './server-view.ts';

interface ById {
  Params: { id: string };
}

const change = (minor: number) =>
  z.strictObject({
    server: z.strictObject({
      name: z.string().min(1).max(255).optional(),
      accessIPv4: z.literal('', NOT_SIMULATED).optional(),
      accessIPv6: z.literal('', NOT_SIMULATED).optional(),
      'OS-DCF:diskConfig': z.enum(['AUTO', 'MANUAL']).optional(),
      ...(minor >= 19 && { description: z.string().max(255).nullish() }),
      ...(minor >= 90 && { hostname }),
    }),
  });

const createsServers = (cloud: Cloud) => async (request: FastifyRequest, reply: FastifyReply) => {
  const caller = novaCaller(cloud, request);
  novaPolicy(caller.writer && caller.projectId !== '', 'servers:create');
  const { server: wish, group } = parseServerRequest(request.body, minorOf(request));
  const accepted = acceptServer(cloud, caller, wish, group);
  buildServer(cloud, accepted);
  const links = serverLinks(accepted.server, baseUrl(request));
  reply.code(202).header('location', links[0]?.href);
  const security_groups = accepted.server.securityGroups.map((name) => ({ name }));
  const adminPass = wish.adminPass ?? newSecret().slice(0, 12);
  return { server: { id: accepted.server.id, links, 'OS-DCF:diskConfig': 'MANUAL', security_groups, adminPass } };
};

/** `/servers`. Servers are made and deleted in the background. */
export function addServerRoutes(app: FastifyInstance, cloud: Cloud): void {
  const view = (server: Server, caller: Caller, request: FastifyRequest) =>
    serverView(server, { cloud, caller, minor: minorOf(request), base: baseUrl(request) });

  app.get('/servers', async (request) => {
    const { servers, links } = listServers(cloud, novaCaller(cloud, request), request, 'index');
    return {
      servers: servers.map(({ id, name }) => ({ id, name, links: serverLinks({ id }, baseUrl(request)) })),
      ...links,
    };
  });

  app.get('/servers/detail', async (request) => {
    const caller = novaCaller(cloud, request);
    const { servers, links } = listServers(cloud, caller, request, 'detail');
    return { servers: servers.map((server) => view(server, caller, request)), ...links };
  });

  const create = createsServers(cloud);
  app.post('/servers', create);
  // The old address for servers that boot from volumes. Libraries still use it.
  app.post('/os-volumes_boot', create);

  app.get<ById>('/servers/:id', async (request) => {
    const caller = novaCaller(cloud, request);
    return { server: view(ownServer(cloud, caller, request.params.id), caller, request) };
  });

  app.put<ById>('/servers/:id', async (request) => {
    const caller = novaCaller(cloud, request);
    const server = ownServer(cloud, caller, request.params.id);
    novaPolicy(caller.writer, 'servers:update');
    const {
      'OS-DCF:diskConfig': _kept,
      accessIPv4: _v4,
      accessIPv6: _v6,
      ...changes
    } = change(minorOf(request)).parse(request.body).server;
    Object.assign(server, changes);
    return { server: view(server, caller, request) };
  });

  app.delete<ById>('/servers/:id', async (request, reply) => {
    const caller = novaCaller(cloud, request);
    const server = ownServer(cloud, caller, request.params.id);
    novaPolicy(caller.writer, 'servers:delete');
    deleteServer(cloud, server);
    return reply.code(204).send();
  });
  addActionRoute(app, cloud);
}

function addActionRoute(app: FastifyInstance, cloud: Cloud): void {
  app.post<ById>('/servers/:id/action', async (request, reply) => {
    const caller = novaCaller(cloud, request);
    const server = ownServer(cloud, caller, request.params.id);
    novaPolicy(caller.writer, 'servers:action');
    const [action = ''] = Object.keys(Object(request.body));
    if (action === 'os-getConsoleOutput') {
      const { length } = consoleOutput.parse(request.body)[action];
      return { output: consoleLog(server, length == null ? undefined : Number(length)) };
    }
    act(server, action);
    return reply.code(202).send();
  });
}

const actions: Record<string, { verb: string; from: Server['status'][]; to: Server['status'] }> = {
  'os-start': { verb: 'start', from: ['SHUTOFF'], to: 'ACTIVE' },
  'os-stop': { verb: 'stop', from: ['ACTIVE', 'ERROR'], to: 'SHUTOFF' },
  reboot: { verb: 'reboot', from: ['ACTIVE', 'SHUTOFF'], to: 'ACTIVE' },
};

const UNPLAYED_ACTIONS = new Set([
  ...[
    'addFixedIp',
    'addFloatingIp',
    'addSecurityGroup',
    'changePassword',
    'confirmResize',
    'createBackup',
    'createImage',
  ],
  ...['evacuate', 'forceDelete', 'injectNetworkInfo', 'lock', 'migrate', 'os-getRDPConsole', 'os-getSerialConsole'],
  ...['os-getSPICEConsole', 'os-getVNCConsole', 'os-migrateLive', 'os-resetState', 'pause', 'rebuild', 'removeFixedIp'],
  ...[
    'removeFloatingIp',
    'removeSecurityGroup',
    'rescue',
    'resetNetwork',
    'resize',
    'restore',
    'resume',
    'revertResize',
  ],
  ...['shelve', 'shelveOffload', 'suspend', 'trigger_crash_dump', 'unlock', 'unpause', 'unrescue', 'unshelve'],
]);

function act(server: Server, name: string): void {
  const action = actions[name];
  if (UNPLAYED_ACTIONS.has(name)) throw computeRefusal(501, `not simulated: action ${name}`);
  if (!action) throw computeRefusal(400, `There is no such action: ${name}`);
  if (!action.from.includes(server.status) || server.taskState !== null) {
    const state =
      server.taskState === null ? `vm_state ${server.status.toLowerCase()}` : `task_state ${server.taskState}`;
    throw computeRefusal(409, `Cannot '${action.verb}' instance ${server.id} while it is in ${state}`);
  }
  if (action.to === 'ACTIVE') bootsAgain(server);
  server.status = action.to;
}
