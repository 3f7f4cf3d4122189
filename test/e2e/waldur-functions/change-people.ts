import type { Endpoints } from '#infra/local/endpoints';
import { roleUuid } from '#shared/domain/organizations/role';
import { ADA_KEY } from '#test/ssh-keys';
import { type ClientCall, madeBy } from './client-caller.ts';

type Kind = 'customers' | 'projects';

async function changeRoles(call: ClientCall, kind: Kind, uuid: string, user: string): Promise<void> {
  const role = kind === 'customers' ? 'CUSTOMER.OWNER' : 'PROJECT.MEMBER';
  const body = { user, role };
  await call(`${kind}_add_user`, { uuid, body });
  await call(`${kind}_update_user`, { uuid, body: { ...body, expiration_time: '2100-01-01T00:00:00Z' } });
  await call(`${kind}_list_users_list`, { uuid });
  await call(`${kind}_list_users_count`, { uuid });
  await call(`${kind}_delete_user`, { uuid, body });
}

/** Creates a user, a customer, and the user's project. Returns the objects to delete at the end. */
export async function changePlaces(call: ClientCall, { api }: Endpoints) {
  const user = { username: 'by-client', email: 'by-client@example.org', first_name: 'Clio' };
  const person = await madeBy(call('users_create', { body: user }));
  await call('users_update', { uuid: person, body: { ...user, last_name: 'Client' } });
  await call('users_partial_update', { uuid: person, body: { first_name: 'Cleo' } });
  const customer = await madeBy(call('customers_create', { body: { name: 'By client', abbreviation: 'BC' } }));
  await call('customers_update', { uuid: customer, body: { name: 'By the client', abbreviation: 'BC' } });
  await call('customers_partial_update', { uuid: customer, body: { name: 'By a client' } });
  const place = { customer: `${api}/api/customers/${customer}/` };
  const project = await madeBy(call('projects_create', { body: { name: 'Tried', ...place } }));
  await call('projects_update', { uuid: project, body: { name: 'Tried out', ...place } });
  await call('projects_partial_update', { uuid: project, body: { description: 'By a program.' } });
  await call('projects_stats_retrieve', { uuid: project });
  await changeRoles(call, 'customers', customer, person);
  await changeRoles(call, 'projects', project, person);
  return { customer, project };
}

/** Changes staff's personal objects, such as keys and hooks. */
export async function changeOwn(call: ClientCall) {
  const key = await madeBy(call('keys_create', { body: { name: 'by client', public_key: ADA_KEY } }));
  const destination_url = 'https://hooks.example.org/paddock';
  const web = await madeBy(call('hooks_web_create', { body: { destination_url, event_groups: ['projects'] } }));
  await call('hooks_web_update', { uuid: web, body: { destination_url, event_groups: ['users'] } });
  const off = { is_active: false, event_groups: ['users'] };
  await call('hooks_web_partial_update', { uuid: web, body: off });
  const email = 'by-client@example.org';
  const mail = await madeBy(call('hooks_email_create', { body: { email, event_groups: ['projects'] } }));
  await call('hooks_email_update', { uuid: mail, body: { email, event_groups: ['users'] } });
  await call('hooks_email_partial_update', { uuid: mail, body: off });
  return { key, web, mail };
}

/**
 * The client sends no body when it accepts an invitation. Paddock requires the secret from the e-mail, so it refuses
 * the request.
 */
export async function changeInvitations(call: ClientCall, { api, sample }: Endpoints): Promise<void> {
  const scope = `${api}/api/projects/${sample.project}/`;
  const body = { email: 'invited@example.org', role: roleUuid('PROJECT.MEMBER'), scope };
  const uuid = await madeBy(call('user_invitations_create', { body }));
  await call('user_invitations_send', { uuid });
  await call('user_invitations_accept', { uuid, refused: 400 });
  await call('user_invitations_cancel', { uuid });
}
