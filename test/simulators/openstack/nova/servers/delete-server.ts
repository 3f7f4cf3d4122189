import type { Cloud } from '#test/simulators/openstack/cloud';
import type { Server } from '../rows.ts';
import { releaseResources } from './release-resources.ts';

/**
 * A deletion is accepted at once, and done after `serverDelete`. Until then the server keeps its status and shows
 * task_state deleting.
 */
export function deleteServer(cloud: Cloud, server: Server): void {
  if (server.taskState === 'deleting') return;
  server.taskState = 'deleting';
  cloud.clock.after(cloud.delays.serverDelete, () => {
    releaseResources(cloud, server);
    cloud.nova.servers.delete(server.id);
  });
}
