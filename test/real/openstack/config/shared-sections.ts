import { folderOf, type Installation } from '../installation.ts';
import type { Section } from './ini.ts';

export const keystoneUrl = ({ ports }: Pick<Installation, 'ports'>): string => `http://127.0.0.1:${ports.keystone}/v3`;

export const databaseUrl = ({ ports, password }: Installation, name: string): string =>
  `mysql+pymysql://openstack:${password}@127.0.0.1:${ports.database}/${name}?charset=utf8`;

export const queueUrl = ({ ports, password }: Installation): string =>
  `rabbit://openstack:${password}@127.0.0.1:${ports.queue}/`;

/** Settings with which the service `username` logs in to another service. */
export function loginAs(installation: Installation, username: string): Section {
  return {
    auth_url: keystoneUrl(installation),
    auth_type: 'password',
    username,
    password: installation.password,
    project_name: 'service',
    user_domain_id: 'default',
    project_domain_id: 'default',
    region_name: 'RegionOne',
  };
}

export const tokenCheck = (installation: Installation, username: string): Section => ({
  www_authenticate_uri: keystoneUrl(installation),
  ...loginAs(installation, username),
  service_token_roles_required: true,
});

export const locks = (installation: Installation): Section => ({ lock_path: folderOf(installation, 'state', 'locks') });

/** Services send no notifications, since nobody listens to them. */
export const noNotifications: Section = { driver: 'noop' };
