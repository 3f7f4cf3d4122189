import { z } from 'zod';
import type { Customer } from '../../domain/customer.ts';
import { looseText, text } from './fields.ts';
import type { Link } from './link.ts';

export const customerView = z.object({
  url: z.string(),
  uuid: z.string(),
  name: z.string(),
  abbreviation: z.string(),
  created: z.string(),
});
export type CustomerView = z.infer<typeof customerView>;

export function viewCustomer(link: Link, { uuid, name, abbreviation, created }: Customer): CustomerView {
  return { url: link('customers', uuid), uuid, name, abbreviation, created };
}

export const newCustomerBody = z.object({ name: text(150), abbreviation: looseText(12).default('') });
