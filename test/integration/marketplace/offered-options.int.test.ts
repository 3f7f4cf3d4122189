import { describe, expect, test } from 'vitest';
import { type ManagedStock, managedStockPerTest } from '../_worlds/managed-stock.ts';
import type { Market } from '../_worlds/market.ts';

let market: Market;
let stock: ManagedStock;
managedStockPerTest((opened) => {
  ({ market, stock } = opened);
});

const OPTIONS = {
  env: { type: 'select_string', label: 'Environment', choices: ['test', 'production'] },
  replicas: { type: 'integer', label: 'Replicas', min: 1, max: 9 },
};
const define = (options: object = OPTIONS, person = market.people.staff) =>
  market.ask('POST', `marketplace-provider-offerings/${stock.order().offering}/update_resource_options/`, {
    ...person,
    body: { resource_options: { order: [], options } },
  });
const shown = async (uuid: string) =>
  (await market.ask('GET', `marketplace-resources/${uuid}/`, market.people.owner)).body;

describe('what an offering’s resources may be given', () => {
  test('is shown with the offering, and is its provider’s to say', async () => {
    expect((await define(OPTIONS, stock.providerOwner)).status).toBe(200);
    const path = `marketplace-public-offerings/${stock.order().offering}/`;
    const { body } = await market.ask('GET', path);
    expect(body).toMatchObject({ resource_options: { options: { env: { ...OPTIONS.env, required: false } } } });
    expect((await define({}, market.people.owner)).status).toBe(404);
  });

  test('has a type that is known, and no name of an order’s attribute', async () => {
    expect(
      await define({ env: { type: 'date', label: 'Until' }, name: { type: 'string', label: 'Name' } }),
    ).toMatchObject({
      status: 400,
      body: { resource_options: { options: { env: { type: ['"date" is not a valid choice.'] } } } },
    });
    expect((await define({ name: { type: 'string', label: 'Name' } })).status).toBe(400);
  });

  test('may be ordered among the attributes, and is checked there', async () => {
    await define();
    const { resourceUuid } = await stock.place({ env: 'production', replicas: 2 });
    expect(await shown(resourceUuid)).toMatchObject({ options: { env: 'production', replicas: 2 } });
    await stock.expectRefused({ name: 'other', env: 'prod' }, { env: ['"prod" is not a valid choice.'] });
    expect((await stock.plan({ name: 'other', env: 'prod' })).body).toMatchObject({
      errors: [{ env: ['"prod" is not a valid choice.'] }],
    });
    await stock.expectRefused(
      { name: 'other', colour: 'red' },
      { colour: [expect.stringMatching(/^Unknown attribute/)] },
    );
  });
});
