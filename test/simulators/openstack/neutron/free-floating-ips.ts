import { type Context, touch } from './context.ts';

/** Detaches floating IPs from a port that is deleted. The floating IPs still belong to the project. */
export function freeFloatingIps({ cloud }: Pick<Context, 'cloud'>, portId: string): void {
  for (const row of cloud.neutron.floatingIps.values()) {
    if (row.port_id !== portId) continue;
    Object.assign(row, { port_id: null, fixed_ip_address: null, router_id: null });
    touch(cloud, row);
  }
}
