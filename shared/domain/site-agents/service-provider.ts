import type { Customer } from '../organizations/customer.ts';

/** A customer as one that sells; it has no record of its own. */
export type ServiceProvider = { customer: Customer; offeringCount: number };
