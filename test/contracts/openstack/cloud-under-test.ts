import { type Connect, connectJson } from '#shared/adapters/json-client';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStackOptions, OpenStackSettings } from '#shared/domain/providers/service-settings';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import { aTenant, aUuid, CREATED } from '#test/builders/builders';
import { type TestClock, testClock } from '#test/test-clock';
import type { Simulator } from '../start-simulator.ts';
import { storedSecrets } from '../stored-secrets.ts';
import type { PreparedCloud } from './prepare-cloud.ts';

export type OpenStackUnderTest = {
  cloud: PreparedCloud;
  /** The simulator, if tests can inject failures. */
  simulator?: Simulator;
  stop(): Promise<void>;
};

type Opening = {
  tenant?: Partial<Tenant>;
  secrets?: Record<string, unknown>;
  options?: Partial<OpenStackOptions>;
  connect?: Connect;
  clock?: TestClock;
};
export type CloudUnderTest = OpenStackUnderTest & {
  settings: OpenStackSettings;
  /** Sessions for the prepared project with the project's own credential. Each call starts without cached sessions. */
  sessions(opening?: Opening): { sessions: OpenStackSessions; tenant: Tenant };
  open(opening?: Opening): Promise<OpenStack>;
};

export function cloudUnderTest(backend: OpenStackUnderTest): CloudUnderTest {
  const { access, project } = backend.cloud;
  const settings: OpenStackSettings = {
    uuid: aUuid(),
    version: 0,
    created: CREATED,
    modified: CREATED,
    type: 'OpenStack',
    name: 'cloud-1',
    state: 'OK',
    errorMessage: '',
    options: {
      backendUrl: access.auth_url,
      region: access.region,
      userDomainName: access.admin.user_domain_name,
      verifyTls: true,
    },
  };
  const sessions: CloudUnderTest['sessions'] = ({ tenant: fields, secrets, options, connect, clock } = {}) => {
    const tenant = aTenant({ settingsUuid: settings.uuid, backendId: project.id, ...fields });
    const { username, password } = access.admin;
    const stored = secrets ?? {
      [secretName('test', 'openstack', tenant.uuid)]: project.credential,
      [secretName('test', 'openstack', settings.uuid)]: { username, password },
    };
    return {
      tenant,
      sessions: openstackSessions({
        secrets: storedSecrets(stored),
        settingsOf: async () => ({ ...settings, options: { ...settings.options, ...options } }),
        stage: 'test',
        clock: clock ?? testClock(new Date().toISOString()),
        connect: connect ?? connectJson,
      }),
    };
  };
  return {
    ...backend,
    settings,
    sessions,
    open(opening) {
      const made = sessions(opening);
      return made.sessions.open(made.tenant);
    },
  };
}
