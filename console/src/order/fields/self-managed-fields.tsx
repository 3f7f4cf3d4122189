import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { choicesOf, onlyOf, smallestFor } from '../choices.ts';
import { useConfiguration, useTenantContents, useTenants } from '../order-queries.ts';
import type { Form } from './form.ts';
import { MachineFields } from './machine-fields.tsx';

/** Tenant, subnet, servers and agents of a cluster whose machines are in a tenant of the customer. */
export function SelfManagedFields({ form }: { form: Form }) {
  const { draft, change, errorOf } = form;
  const tenants = useTenants(draft.project).data?.items ?? [];
  const contents = useTenantContents(draft.tenant).data;
  usePreselection(form, onlyOf(tenants), contents);
  return (
    <>
      <Select
        label="Tenant"
        description="The project of OpenStack in which the machines are made."
        required
        data={choicesOf(tenants)}
        value={draft.tenant || null}
        error={errorOf('tenant')}
        onChange={(tenant) => change({ tenant: tenant ?? '', subnet: '' })}
      />
      <Select
        label="Subnet"
        required
        data={(contents?.subnets ?? []).map(({ uuid = '', name, cidr }) => ({
          value: uuid,
          label: `${name} (${cidr})`,
        }))}
        value={draft.subnet || null}
        error={errorOf('subnet')}
        onChange={(subnet) => change({ subnet: subnet ?? '' })}
      />
      <MachineFields
        {...{ form, flavors: contents?.flavors ?? [] }}
        kind="servers"
        title="Servers"
        keyOf="uuid"
        fewest={1}
        withDisk
      />
      <MachineFields
        {...{ form, flavors: contents?.flavors ?? [] }}
        kind="agents"
        title="Agents"
        keyOf="uuid"
        fewest={1}
        withDisk
      />
    </>
  );
}

type Contents = ReturnType<typeof useTenantContents>['data'];

/** Chooses what there is only one of, and the smallest flavors that are enough. */
function usePreselection({ draft, change }: Form, tenant: string, contents: Contents): void {
  const requirements = useConfiguration().data?.WALDUR_RANCHER.ROLE_REQUIREMENT;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choices have been read
  useEffect(() => {
    if (tenant !== '') change({ tenant });
  }, [tenant, draft.project]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choices have been read
  useEffect(() => {
    if (!contents || !requirements) return;
    const flavorFor = (role: 'server' | 'agent') => smallestFor(contents.flavors, requirements[role])?.uuid ?? '';
    change({
      subnet: onlyOf(contents.subnets),
      servers: { ...draft.servers, flavor: flavorFor('server') },
      agents: { ...draft.agents, flavor: flavorFor('agent') },
    });
  }, [contents, requirements]);
}
