import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { choicesOf, onlyOf, smallestFor } from '../choices.ts';
import { type Mode, withTenant } from '../draft.ts';
import { useConfiguration, useNetworks, useTemplates, useTenantContents, useTenants } from '../order-queries.ts';
import type { Form } from './form.ts';
import { MachineFields } from './machine-fields.tsx';

/** Tenant, subnet, servers and agents of a cluster whose machines are in a tenant of the customer. */
export function SelfManagedFields({ form, mode }: { form: Form; mode: Mode }) {
  const { draft, change, errorOf } = form;
  const tenants = useTenants(draft.project).data ?? [];
  const contents = useTenantContents(draft.tenant).data;
  usePreselection(form, mode, { tenant: onlyOf(tenants), contents });
  const machines = { form, flavors: contents?.flavors ?? [], fewest: 1, ...optionsOf(mode) };
  return (
    <>
      <Select
        label="Tenant"
        description="The project of OpenStack in which the machines are made."
        required
        data={choicesOf(tenants)}
        value={draft.tenant || null}
        error={errorOf('tenant')}
        onChange={(tenant) => change(withTenant(tenant ?? ''))}
      />
      {mode === 'self_managed' && <SubnetField form={form} contents={contents} />}
      {mode === 'pools' && <NetworkField form={form} />}
      {mode === 'cluster_api' && <TemplateField form={form} />}
      <MachineFields {...machines} kind="servers" title="Servers" />
      <MachineFields {...machines} kind="agents" title="Agents" withData={mode === 'self_managed'} />
    </>
  );
}

/**
 * Cluster API takes flavors by name. Without a flavor it uses the flavor of the template. The template also defines all
 * volumes.
 */
const optionsOf = (mode: Mode) =>
  mode === 'cluster_api'
    ? { keyOf: 'name' as const, withoutFlavor: 'The flavor of the template' }
    : { keyOf: 'uuid' as const, withDisk: true };

type Contents = ReturnType<typeof useTenantContents>['data'];

function SubnetField({ form: { draft, change, errorOf }, contents }: { form: Form; contents: Contents }) {
  return (
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
  );
}

function NetworkField({ form: { draft, change, errorOf } }: { form: Form }) {
  const networks = useNetworks(draft.tenant).data ?? [];
  const only = onlyOf(networks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choices have been read
  useEffect(() => {
    if (only !== '') change({ network: only });
  }, [only]);
  return (
    <Select
      label="Network"
      required
      data={choicesOf(networks)}
      value={draft.network || null}
      error={errorOf('network')}
      onChange={(network) => change({ network: network ?? '' })}
    />
  );
}

function TemplateField({ form: { draft, change, errorOf } }: { form: Form }) {
  const templates = useTemplates().data ?? [];
  return (
    <Select
      label="Template"
      description="It defines the image, the network and the labels, such as the version of Kubernetes."
      required
      data={choicesOf(templates)}
      value={draft.template || null}
      error={errorOf('template')}
      onChange={(template) => change({ template: template ?? '' })}
    />
  );
}

type Found = { tenant: string; contents: Contents };

/** Preselects every object that is the only choice, and the smallest flavors that meet the requirements. */
function usePreselection({ draft, change }: Form, mode: Mode, { tenant, contents }: Found): void {
  const requirements = useConfiguration().data?.WALDUR_RANCHER.ROLE_REQUIREMENT;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choices have been read
  useEffect(() => {
    if (tenant !== '') change({ tenant });
  }, [tenant, draft.project]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choices have been read
  useEffect(() => {
    if (!contents || !requirements) return;
    const flavorFor = (role: 'server' | 'agent') =>
      mode === 'cluster_api' ? '' : (smallestFor(contents.flavors, requirements[role])?.uuid ?? '');
    change({
      subnet: onlyOf(contents.subnets),
      servers: { ...draft.servers, flavor: flavorFor('server') },
      agents: { ...draft.agents, flavor: flavorFor('agent') },
    });
  }, [contents, requirements]);
}
