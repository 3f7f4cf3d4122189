import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COLLECTIONS } from '#shared/contracts/rest/collections';
import { OPERATIONS } from '#shared/contracts/rest/operations';
import { begunUsage } from '#shared/domain/usage/component-usage';
import { aNode, aResource } from '#test/builders';
import { pythonLines } from '#test/python-lines';
import { type Cloud, startCloud } from './market.ts';
import { sampleOf } from './permissions/samples.ts';
import { openWorld, type World } from './permissions/world.ts';

const of = (name: string): string => fileURLToPath(new URL(`../../e2e/waldur-client/${name}`, import.meta.url));
/** What is wrong with an answer in the eyes of Waldur's own client; nothing where its models read it. */
const judge = pythonLines({
  ...{ what: "Waldur's API client", log: 'waldur-client' },
  ...{ requirements: of('requirements.txt'), program: of('parse_answers.py') },
});

/** Waldur has no such collection. */
const OURS: readonly string[] = ['api-tokens'];
const JUDGED = COLLECTIONS.filter((it) => OPERATIONS[it]['GET /']?.listing !== undefined && !OURS.includes(it));

/**
 * Read all the same: a relation without a target is null in Waldur's own answers too, whatever its schema declares; and a usage is a
 * decimal, which is a text so that nobody reads it into a binary fraction.
 */
const LOOSE =
  /\.(?:(?:plan|instance|plan_type|resources_count|namespace|rancher_project|management_security_group): None|usage: '[\d.]+') is no /;
/** What the client cannot read, and the first thing that it finds fault with. */
const UNREAD: Readonly<Record<string, string>> = {
  'hooks-email': "KeyError: 'hook_type'",
  'hooks-web': "KeyError: 'hook_type'",
  'keycloak-user-group-memberships': "ValueError: 'PENDING' is not a valid KeycloakUserGroupMembershipState",
  'rancher-hpas': 'TypeError: one of the hex, bytes, bytes_le, fields, or int arguments must be given',
  'rancher-workloads': 'TypeError: one of the hex, bytes, bytes_le, fields, or int arguments must be given',
};

let cloud: Cloud;
let world: World;
beforeAll(async () => {
  cloud = await startCloud();
  world = await openWorld(cloud);
  await furnish(world);
}, 60_000);
afterAll(() => cloud.simulator.stop());

/** What no route makes at once: some of a month's consumption, and a node whose machine is still to come. */
async function furnish({ market }: World): Promise<void> {
  const { store, customerUuid, projectUuid } = market;
  const resource = aResource({ customerUuid, projectUuid });
  const now = market.clock.now();
  const usage = begunUsage(resource, { type: 'ram_hours', rate: 2048, since: now, now });
  await store.commit(store.usages.insert(usage), store.nodes.insert(aNode({ customerUuid, projectUuid })));
}

const rows = z.array(z.object({ uuid: z.string() })).min(1);
const ask = async (address: string, token: string): Promise<unknown> => {
  const { status, body } = await world.market.ask('GET', address, { token });
  expect([address, status]).toEqual([address, 200]);
  return body;
};
/** Hooks and keys are seen by those whose they are. */
const tokenFor = (collection: string): string =>
  /^(hooks|keys)/.test(collection) ? world.self.token : world.market.people.staff.token;

describe("Waldur's own client reads", () => {
  test.each(JUDGED)('each of %s, in the list and alone', async (collection) => {
    const isShownAlone = 'GET /{uuid}/' in OPERATIONS[collection];
    if (isShownAlone) await sampleOf(world, collection); // made where there is none yet
    const faults = async (operation: 'list' | 'retrieve', address: string) => {
      const body = await ask(address, tokenFor(collection));
      const found = await judge({ collection: collection.replaceAll('-', '_'), operation, body });
      return {
        body,
        found: z
          .array(z.string())
          .parse(found)
          .filter((fault) => !LOOSE.test(fault)),
      };
    };
    const expected = UNREAD[collection] === undefined ? [] : [UNREAD[collection]];
    const { body, found } = await faults('list', `${collection}/?page_size=100`);
    expect(found).toEqual(expected);
    for (const { uuid } of isShownAlone ? rows.parse(body) : []) {
      expect(await faults('retrieve', `${collection}/${uuid}/`)).toMatchObject({ body: { uuid }, found: expected });
    }
  });
});
