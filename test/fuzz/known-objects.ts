import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints, Person } from '#infra/local/endpoints';
import { until } from '#infra/local/until';
import { personAt } from '#test/e2e/_worlds/customer';
import { inboxAt, type ReceivedMail } from '#test/network/mail-simulator';

type Uuids = Readonly<Record<string, readonly string[]>>;
export interface KnownObjects {
  /** uuids for paths, by collection. */
  readonly paths: Uuids;
  /** uuids for references in bodies, by field name. */
  readonly references: Uuids;
  /** Values for queries, by parameter. */
  readonly queries: Uuids;
  /**
   * Maps the uuid of each object that must not change to another uuid. Requests other than GET use this other uuid in
   * their path.
   */
  readonly decoys: Readonly<Record<string, string>>;
}

const NOBODY = '0'.repeat(32);
const made = z.object({ uuid: z.string() });
const list = z.array(made);

/**
 * Creates settings and an offering that the fuzzer may change and break. The originals, which orders need, stay intact.
 */
async function makeDecoys({ api, tokens, sample }: Endpoints, person: Person): Promise<Record<string, string>> {
  const staff = apiClient(api, tokens.staff);
  const create = async (path: string, body: object) => (await staff.post(path, body, made)).uuid;
  const account = { backend_url: 'http://127.0.0.1:9', username: 'nobody', password: 'nothing' };
  const rancher = { ...account, base_image_name: 'none' };
  const settings = await create('service-settings/', {
    type: 'Rancher',
    name: `Decoy Rancher of ${person}`,
    options: rancher,
  });
  const cloud = await create('service-settings/', {
    type: 'OpenStack',
    name: `Decoy cloud of ${person}`,
    options: account,
  });
  const { customer } = sample;
  const offering = { name: 'Decoy', type: 'Rancher', customer, service_settings: sample.rancher_settings };
  return {
    [sample.rancher_settings]: settings,
    [sample.openstack_settings]: cloud,
    [sample.offering]: await create('marketplace-provider-offerings/', offering),
  };
}

/** Places orders, so that the fuzzer has orders, resources, clusters and nodes to read, approve, cancel and end. */
async function placeOrders(endpoints: Endpoints, person: Person): Promise<Uuids> {
  const member = personAt(endpoints, 'member');
  const owner = personAt(endpoints, 'owner');
  const pending = await member.place(member.clusterOrder(`${person}-pending`, 1, 1));
  const running = await owner.place(owner.clusterOrder(`${person}-running`, 1, 1));
  const cluster = running.resource_uuid ?? '';
  await owner.ended(running.uuid);
  return {
    'marketplace-orders': [pending.uuid, running.uuid],
    'marketplace-resources': [pending.marketplace_resource_uuid, running.marketplace_resource_uuid],
    'rancher-clusters': [cluster],
    'rancher-nodes': (await owner.cluster(cluster)).nodes.map(({ uuid }) => uuid),
  };
}

const LINK = /\/confirm\/?#([\w.-]+)/;
const isConfirmation = (address: string) => (mail: ReceivedMail) => mail.to.includes(address) && LINK.test(mail.text);

/** Creates one hook of each kind, and gets the token that confirms the address of the e-mail hook. */
async function makeHooks({ api, tokens, mail }: Endpoints, person: Person) {
  const own = apiClient(api, tokens[person]);
  const address = `fuzz-${person}@example.org`;
  const events = { event_types: ['marketplace_order_created'] };
  const email = await own.post('hooks-email/', { email: address, ...events }, made);
  const web = await own.post('hooks-web/', { destination_url: 'https://hooks.example.org/', ...events }, made);
  const asked = await until({ tooLate: `nobody has written to ${address}`, timeoutMs: 60_000 }, async () =>
    (await inboxAt(mail)).find(isConfirmation(address)),
  );
  const [, token = ''] = LINK.exec(asked.text) ?? [];
  return { paths: { 'hooks-email': [email.uuid], 'hooks-web': [web.uuid] }, token };
}

/** Creates the objects that the fuzzer needs besides the sample data. Returns all objects known to this person. */
export async function knownObjects(endpoints: Endpoints, person: Person): Promise<KnownObjects> {
  const { sample, api, tokens } = endpoints;
  const own = await apiClient(api, tokens[person]).get('api-tokens/?page_size=300', list);
  const users = await apiClient(api, tokens.staff).get('users/?page_size=300', list);
  const decoys = await makeDecoys(endpoints, person);
  const hooks = await makeHooks(endpoints, person);
  const settings = [sample.rancher_settings, sample.openstack_settings];
  const tenants = Object.values(sample.tenants);
  const offerings = [sample.offering];
  return {
    paths: {
      ...(await placeOrders(endpoints, person)),
      ...hooks.paths,
      customers: [sample.customer],
      projects: [sample.project],
      users: users.map(({ uuid }) => uuid),
      'service-settings': settings,
      'openstack-tenants': tenants,
      'marketplace-provider-offerings': offerings,
      'marketplace-public-offerings': offerings,
      'marketplace-offerings': offerings,
    },
    references: {
      customer: [sample.customer],
      project: [sample.project],
      vm_project: [sample.project],
      user: users.map(({ uuid }) => uuid),
      offering: offerings,
      service_settings: settings,
      tenant: tenants,
      // subnets and flavors that an order accepts; with any others no order would succeed
      subnet: [sample.subnets['private-subnet'] ?? ''],
      flavor: [sample.flavors['m1.medium'] ?? ''],
      token: [hooks.token],
    },
    queries: { token: [hooks.token] },
    decoys: { ...decoys, ...Object.fromEntries(own.map(({ uuid }) => [uuid, NOBODY])) },
  };
}
