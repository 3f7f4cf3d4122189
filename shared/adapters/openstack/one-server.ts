import { z } from 'zod';
import type { OpenStack } from '../../ports/openstack.ts';
import { ignoreNotFound } from '../ignore-not-found.ts';
import { path } from '../json-client.ts';
import type { CloudSession } from './identity/cloud-session.ts';

type OneServer = Pick<OpenStack, 'tagServer' | 'untagServer' | 'consoleUrl' | 'consoleLog'>;

/** What Nova has of a server besides the list: single tags and the console. */
export const oneServer = (session: CloudSession): OneServer => ({
  async tagServer(id, tag) {
    const at = path`/servers/${id}/tags/${tag}`;
    await session.call('compute', { op: 'tagServer', method: 'PUT', path: at, reply: z.unknown() });
  },

  untagServer: (id, tag) => {
    const at = path`/servers/${id}/tags/${tag}`;
    return ignoreNotFound(
      session.call('compute', { op: 'untagServer', method: 'DELETE', path: at, reply: z.unknown() }),
    );
  },

  async consoleUrl(id) {
    const body = { remote_console: { protocol: 'vnc', type: 'novnc' } };
    const reply = z.object({ remote_console: z.object({ url: z.string() }) });
    const request = {
      op: 'consoleUrl',
      method: 'POST',
      path: path`/servers/${id}/remote-consoles`,
      body,
      reply,
    } as const;
    return (await session.call('compute', request)).remote_console.url;
  },

  async consoleLog(id, lines) {
    const body = { 'os-getConsoleOutput': { length: lines ?? null } };
    const reply = z.object({ output: z.string().nullish() });
    const request = { op: 'consoleLog', method: 'POST', path: path`/servers/${id}/action`, body, reply } as const;
    return (await session.call('compute', request)).output ?? '';
  },
});
