import { expect, test } from 'vitest';
import { type Market, marketIn, type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});

const credentialOf = ({ cloud: { cloud } }: StockedMarket) => ({
  application_credential_id: cloud.project.credential.id,
  application_credential_secret: cloud.project.credential.secret,
});
/** Staff registers the first customer's project of the cloud for this customer. */
async function registerFor({ projectUuid }: Market, fields: object = {}) {
  const { market, stocked, cloud } = opened;
  const { settingsUuid } = await market.store.tenants.get(stocked.tenant);
  const body = { name: 'taken', project: projectUuid, service_settings: settingsUuid, ...fields };
  return market.ask('POST', 'openstack-tenants/', {
    ...market.people.staff,
    body: { backend_id: cloud.cloud.project.id, ...body },
  });
}

test('a project of another customer is registered only with a credential of the project, by staff, too', async () => {
  const other = await marketIn(opened.market);
  expect(await registerFor(other)).toMatchObject({
    ...{ status: 400, body: { backend_id: [expect.stringContaining('registered for another organization')] } },
  });
  expect(await registerFor(other, credentialOf(opened))).toMatchObject({ status: 201 });
});

test('a project of another customer is found through a second registration of its cloud', async () => {
  const { market, stocked } = opened;
  const { settingsUuid } = await market.store.tenants.get(stocked.tenant);
  const { options } = await market.store.settings.get(settingsUuid);
  const second = await market.create('service-settings/', market.people.staff, {
    ...{ type: 'OpenStack', name: 'the same cloud' },
    options: { backend_url: options.backendUrl, username: 'admin', password: 'admin' },
  });
  const other = await marketIn(market);
  const answer = await registerFor(other, { service_settings: second.uuid });
  expect(answer).toMatchObject({
    status: 400,
    body: { backend_id: [expect.stringContaining('another organization')] },
  });
});

test('a project that nobody else has is registered by staff without a credential', async () => {
  const { otherProject } = opened.cloud.cloud;
  expect(await registerFor(await marketIn(opened.market), { backend_id: otherProject.id })).toMatchObject({
    status: 201,
  });
});
