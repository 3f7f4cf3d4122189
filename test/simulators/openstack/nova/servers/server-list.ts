import type { FastifyRequest } from 'fastify';
import type { Cloud } from '#test/simulators/openstack/cloud';
import { baseUrl, type Caller } from '#test/simulators/openstack/keystone/caller';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import { matchesTags } from '#test/simulators/openstack/tag-filter';
import { novaPolicy } from '../nova-caller.ts';
import type { Server } from '../rows.ts';
import { vmStateOf } from './server-view.ts';

const mostPerPage = 1000;

/** One page of servers, newest first. A full page has a link to the next page. */
export function listServers(cloud: Cloud, caller: Caller, request: FastifyRequest, rule: string) {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const wanted = inScope(cloud, caller, query, rule).filter((server) => matches(cloud, server, query));
  const newestFirst = wanted.toSorted((a, b) => (`${b.created}${b.id}` < `${a.created}${a.id}` ? -1 : 1));
  const marker = query.get('marker');
  const start = newestFirst.findIndex(({ id }) => id === marker) + 1;
  if (marker !== null && start === 0) throw computeRefusal(400, `marker [${marker}] not found`);
  const limit = Math.min(limitOf(query), mostPerPage);
  const servers = newestFirst.slice(start, start + limit);
  if (servers.length < limit || start + limit >= newestFirst.length) return { servers, links: {} };
  query.set('marker', servers.at(-1)?.id ?? '');
  const href = `${baseUrl(request)}${request.url.split('?')[0]}?${query}`;
  return { servers, links: { servers_links: [{ rel: 'next', href }] } };
}

function limitOf(query: URLSearchParams): number {
  const text = query.get('limit') ?? String(mostPerPage);
  if (!/^\d+$/.test(text)) throw computeRefusal(400, `Invalid input for query parameters limit. Value: ${text}.`);
  return Number(text) || mostPerPage;
}

/** Without `all_tenants`, even an administrator sees only the servers of the token's project. */
function inScope({ nova }: Cloud, caller: Caller, query: URLSearchParams, rule: string): Server[] {
  const servers = [...nova.servers.values()];
  const everyone = query.has('all_tenants') && !/^(0|false)$/i.test(query.get('all_tenants') ?? '');
  if (!everyone) return servers.filter(({ project_id }) => project_id === caller.projectId);
  novaPolicy(caller.admin, `servers:${rule}:get_all_tenants`);
  const projectId = query.get('project_id') ?? query.get('tenant_id');
  return projectId === null ? servers : servers.filter(({ project_id }) => project_id === projectId);
}

function matches(cloud: Cloud, server: Server, query: URLSearchParams): boolean {
  const asked = (name: string, held: (wanted: string) => boolean) => !query.has(name) || held(query.get(name) ?? '');
  return (
    matchesTags(server.tags, query) &&
    asked('name', (pattern) => matchesName(server.name, pattern)) &&
    (!query.has('status') || query.getAll('status').some((status) => status.toUpperCase() === server.status)) &&
    asked('flavor', (id) => server.flavor.id === id) &&
    asked('image', (id) => server.imageId === id) &&
    asked('uuid', (id) => server.id === id) &&
    asked('key_name', (name) => server.keyName === name) &&
    asked('user_id', (id) => server.user_id === id) &&
    asked('locked', (text) => !isTrue(text)) &&
    asked('availability_zone', (zone) => server.availabilityZone === zone) &&
    asked('config_drive', (text) => isTrue(text) === (server.configDrive !== '')) &&
    asked('description', (pattern) => matchesName(server.description ?? '', pattern)) &&
    asked('hostname', (pattern) => matchesName(server.hostname ?? server.name.toLowerCase(), pattern)) &&
    asked('vm_state', (state) => vmStateOf(server) === state) &&
    asked('ip', (pattern) => addresses(cloud, server).some((address) => matchesName(address, pattern)))
  );
}

const isTrue = (text: string): boolean => /^(1|t|true|on|y|yes)$/i.test(text);

/** `name` and `ip` are regular expressions, which may match at any position. */
function matchesName(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    throw computeRefusal(400, `Invalid filter value: ${pattern}`);
  }
}

const addresses = ({ neutron }: Cloud, { nics }: Server) =>
  nics.flatMap(({ portId }) => neutron.ports.get(portId)?.fixed_ips.map(({ ip_address }) => ip_address) ?? []);
