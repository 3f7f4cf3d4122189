import type { Uuid } from '../_core/identifier.ts';
import type { Caller } from './caller.ts';

/**
 * To whom an object of a backend belongs. `record`: a record of Paddock names the customer. `backend`: there is no such
 * record, so the object belongs to whoever the backend belongs to. Without a customer, that is the operator.
 */
export type Owner = { by: 'record'; customerUuid: Uuid } | { by: 'backend'; customerUuid?: Uuid | undefined };

/**
 * Whether the caller may offer or take over an object in the name of this customer. Staff may give the operator's
 * objects to any customer. Nobody may use what Paddock has recorded for another customer, so that a wrong id harms
 * nobody (docs/decisions/0113-whose-is-it.md).
 */
export const mayUse = ({ user }: Pick<Caller, 'user'>, owner: Owner, customerUuid: Uuid): boolean =>
  owner.customerUuid === customerUuid || (owner.by === 'backend' && user.isStaff);
