import { describe } from 'vitest';
import type { DriverName } from '#shared/domain/_core/cluster-driver';
import { driverName } from '#shared/domain/_core/cluster-driver';
import { driverOf } from '#shared/drivers/registry';
import { aNodeRequest } from '#test/builders/order-inputs';
import { clusterApiOrder, MANAGEMENT, withNetworks } from '#test/cluster-api-orders';
import { facts, factsOf, orderOf } from '#test/planning';
import { poolOrder } from '#test/pool-orders';
import { type PlanSample, planContract } from './driver.contract.ts';

const servers = ['server', 'server', 'server', 'agent', 'agent'] as const;
const full = { ...facts, quotas: { ...facts.quotas, instances: { limit: 1, used: 1 } } };

const ofNodes = orderOf(...servers.map((role) => aNodeRequest(facts, { role })));
const ofPools = poolOrder();
const ofClusterApi = clusterApiOrder();
const imageless = { ...facts, images: [] };

/** The type requires a sample for every driver. */
const SAMPLES: Readonly<Record<DriverName, PlanSample>> = {
  'rancher-custom': {
    order: ofNodes,
    foreignOrder: ofPools,
    facts: factsOf([facts]),
    fullFacts: factsOf([full]),
    imagelessFacts: factsOf([imageless]),
  },
  'rancher-pools': {
    order: ofPools,
    foreignOrder: ofNodes,
    facts: factsOf([facts]),
    fullFacts: factsOf([full]),
    imagelessFacts: factsOf([imageless]),
  },
  'cluster-api': {
    order: ofClusterApi,
    foreignOrder: ofPools,
    facts: factsOf([withNetworks(facts)], { management: MANAGEMENT }),
    fullFacts: factsOf([withNetworks(full)], { management: MANAGEMENT }),
    imagelessFacts: factsOf([withNetworks(imageless)], { management: MANAGEMENT }),
  },
};

describe.each(driverName.options)('the plan of %s', (name) => planContract(driverOf({ driver: name }), SAMPLES[name]));
