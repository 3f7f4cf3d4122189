import { z } from 'zod';
import { aCustomer } from '#test/builders/builders';
import type { Market } from './market.ts';

const made = z.object({ uuid: z.string() });

/** A draft offering of the market's customer. A site agent carries out the orders of the offering. */
export const agentOffering = (market: Market, fields: object = {}) =>
  market.create('marketplace-provider-offerings/', market.people.owner, {
    ...{ name: 'HPC', type: 'Marketplace.Slurm', customer: market.customerUuid, plans: [{ name: 'Default' }] },
    components: [{ type: 'cpu', name: 'CPU', measured_unit: 'hours', billing_type: 'limit' }],
    ...fields,
  });

export async function otherSeller(market: Market) {
  const customer = aCustomer();
  await market.store.commit(market.store.customers.insert(customer));
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  const person = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  const theirs = { ...market, people: { ...market.people, owner: person } };
  const offering = await agentOffering(theirs, { customer: customer.uuid });
  return { customer, person, offering };
}

/** Registers an agent of the offering, with a service and a processor. */
export async function registeredAgent(market: Market, offering: string, name = 'agent-1') {
  const { owner } = market.people;
  const agent = await market.create('marketplace-site-agent-identities/', owner, { offering, name });
  const register = async (path: string, body: object) =>
    made.parse((await market.ask('POST', path, { ...owner, body })).body);
  const service = await register(`marketplace-site-agent-identities/${agent.uuid}/register_service/`, {
    ...{ name: 'order_process', mode: 'order_process' },
  });
  const processor = await register(`marketplace-site-agent-services/${service.uuid}/register_processor/`, {
    ...{ name: 'OfferingOrderProcessor', backend_type: 'slurm', backend_version: '24.05' },
  });
  return { agent: agent.uuid, service: service.uuid, processor: processor.uuid };
}
