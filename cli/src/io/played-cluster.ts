/** Answers that the simulated API of tests gives about one cluster. `UUID` is the cluster's uuid. */
export const UUID = 'c'.repeat(32);
export const CLUSTER = `GET /api/rancher-clusters/${UUID}/`;
export const EVENTS = `${CLUSTER}events/`;
export const BUSY = Response.json({ detail: 'Busy.' }, { status: 503, headers: { 'retry-after': '5' } });

export const node = (name: string, state: string) => ({
  ...{ uuid: name, name, state, role: 'agent', created: name, last_error: null },
});
export const clusterBody = (state: string, ...nodes: object[]) => ({
  ...{ uuid: UUID, name: 'demo', state, progress: 0, current_step: '', last_error: null, runtime_state: '' },
  ...{ kubernetes_version: 'v1', nodes, order_uuid: 'o', drift: [], operations: [], upgrade: null },
  ...{ project_name: 'P', hibernation: { status: 'AWAKE' } },
});
export const cluster = (state: string, ...nodes: object[]) => Response.json(clusterBody(state, ...nodes));
export const ORDER = 'GET /api/marketplace-orders/o/';
export const order = (state: string, last_error: object | null = null) =>
  Response.json({ state, resource_name: 'demo', last_error });
const event = (message: string) => ({
  created: '2026-11-27T12:00:00Z',
  step: '',
  message,
  node_name: null,
  level: 'info',
});

/** Makes a response with one page of events. `total` is the number of events in the whole list. */
export const events = (total: number, ...messages: string[]) =>
  Response.json(messages.map(event), { headers: { 'x-result-count': String(total) } });

export const EMPTY_LIST = Response.json([]);
/** The API's answers for a cluster that has only nodes. The lists of node groups, pools and machines are empty. */
export const NO_PARTS = {
  [`${CLUSTER}node_groups/`]: [EMPTY_LIST],
  [`${CLUSTER}pools/`]: [EMPTY_LIST],
  [`${CLUSTER}machines/`]: [EMPTY_LIST],
};
