const UUID = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';
const node = (role: string) => ({ role, subnet: UUID, flavor: UUID, system_volume_size: 65_536 });

/** The smallest cluster there is: one server, one agent. */
const CLUSTER_EXAMPLE = { name: 'research-1', tenant: UUID, nodes: [node('server'), node('agent')] };
const PLACE = { offering: UUID, project: UUID };
export const NEW_ORDER_EXAMPLE = { ...PLACE, attributes: CLUSTER_EXAMPLE };
/** The same by `POST rancher-clusters/`. */
export const NEW_CLUSTER_EXAMPLE = { ...PLACE, ...CLUSTER_EXAMPLE };
