import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pythonLines } from '#test/programs/python-lines';
import { type Market, openMarket } from '../_worlds/market.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));
const run = pythonLines({
  ...{ what: 'waldur-site-agent', log: 'site-agent' },
  ...{ requirements: of('requirements.txt'), program: of('read_configuration.py') },
});

const page = readFileSync('docs/site-agents.md', 'utf8');
const shown = (block: RegExp): string => block.exec(page)?.[1] ?? '';
const OFFERING = shown(/<<JSON.*?\n(.*?)\nJSON/s);
const CONFIGURATION = shown(/```yaml\n(.*?)```/s);
const ORDER = shown(/marketplace-orders\/" -d '(.*)'\n/).replaceAll("'", '');

let market: Market;
/** The address of the offering in the documentation page's example. */
let address: string;
let uuid: string;
beforeAll(async () => {
  market = await openMarket();
  const body = JSON.parse(OFFERING.replace('$CUSTOMER', market.customerUuid));
  uuid = (await market.create('marketplace-provider-offerings/', market.people.owner, body)).uuid;
  address = `marketplace-provider-offerings/${uuid}/`;
  await market.ask('POST', `${address}activate/`, market.people.owner);
}, 60_000);

test('the order that operators read of is accepted at the offering that they read of', async () => {
  const body = JSON.parse(ORDER.replace('$OFFERING', uuid).replace('$PROJECT', market.projectUuid));
  const answer = await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body });
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining(JSON.stringify(body.limits))]);
});

const component = z.looseObject({ type: z.string(), billing_type: z.string(), measured_unit: z.string() });
test('a site agent reads the same components from the configuration beside it', { timeout: 60_000 }, async () => {
  const { body } = await market.ask('GET', address, market.people.owner);
  const { components } = z.object({ components: z.array(component) }).parse(body);
  const configured = components.map(({ type, billing_type, measured_unit }) => [
    type,
    expect.objectContaining({ accounting_type: billing_type, measured_unit }),
  ]);
  expect(await run({ configuration: CONFIGURATION })).toEqual([Object.fromEntries(configured)]);
});
