import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newSecret } from '../ids.ts';
import { computeRefusal } from '../refusal.ts';
import { requireMinor } from './microversion.ts';
import { novaCaller, novaPolicy, ownServer } from './nova-caller.ts';
import type { Server } from './rows.ts';

interface ById {
  Params: { id: string };
}

const remoteConsole = z.object({
  remote_console: z.object({ protocol: z.enum(['vnc', 'spice', 'serial']), type: z.string() }).strict(),
});
export const consoleOutput = z.object({
  'os-getConsoleOutput': z.object({ length: z.union([z.int(), z.string().regex(/^-?\d+$/)]).nullish() }).strict(),
});

/** The number of boots of each server. A server writes lines to its console at each boot. */
const boots = new WeakMap<Server, number>();
export const bootsAgain = (server: Server): void => void boots.set(server, (boots.get(server) ?? 1) + 1);
const bootLines = ({ name }: Server): string[] => [
  '[    0.000000] Linux version 6.12.0 (builder@image) #1 SMP',
  '[    1.402113] EXT4-fs (sda1): mounted filesystem',
  '[    6.018400] cloud-init: running modules:final',
  `${name} login: `,
];

/**
 * The last lines of the server's console, or all its lines without a `length`.
 * @throws Refusal 409 while the server is still being built
 */
export function consoleLog(server: Server, length: number | undefined): string {
  if (server.status === 'BUILD') throw computeRefusal(409, `Instance ${server.id} is not ready`);
  const lines = Array.from({ length: boots.get(server) ?? 1 }, () => bootLines(server)).flat();
  return lines.slice(length === undefined ? 0 : -length).join('\n');
}

/** `/servers/{id}/remote-consoles`. The cloud has only noVNC consoles. */
export function addConsoleRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.post<ById>('/servers/:id/remote-consoles', async (request) => {
    requireMinor(request, 6);
    const caller = novaCaller(cloud, request);
    const server = ownServer(cloud, caller, request.params.id);
    novaPolicy(caller.writer, 'servers:remote_consoles');
    const { protocol, type } = remoteConsole.parse(request.body).remote_console;
    if (protocol !== 'vnc' || type !== 'novnc') throw computeRefusal(400, `Unavailable console type ${type}.`);
    if (server.status !== 'ACTIVE') throw computeRefusal(409, `Instance ${server.id} is not ready`);
    return { remote_console: { protocol, type, url: consoleAddress(request) } };
  });
}

const consoleAddress = ({ hostname }: FastifyRequest): string =>
  `http://${hostname}:6080/vnc_auto.html?path=%3Ftoken%3D${newSecret().slice(0, 36)}`;
