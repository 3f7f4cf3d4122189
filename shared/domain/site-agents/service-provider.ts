import type { Customer } from '../organizations/customer.ts';

/** A customer as seller. It has no record of its own. */
export type ServiceProvider = { customer: Customer; offeringCount: number };
