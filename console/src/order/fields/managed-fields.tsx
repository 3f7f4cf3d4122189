import { MultiSelect } from '@mantine/core';
import type { SelectedPublicOffering } from '@paddock/client';
import { useEffect } from 'react';
import { choicesOf, smallestFor } from '../choices.ts';
import { useCloudFlavors, useClouds } from '../order-queries.ts';
import type { Form } from './form.ts';
import { MachineFields } from './machine-fields.tsx';

/**
 * The recommended minimum size of a worker of a managed cluster. The form preselects a flavor of at least this size.
 */
const WORKER = { CPU: 2, RAM: 4096 };

const cloudsOf = ({ plugin_options }: SelectedPublicOffering): string[] => {
  const listed = plugin_options?.openstack_offering_uuid_list;
  return Array.isArray(listed) ? listed.map(String) : [];
};

/** Clouds and workers of a managed cluster. */
export function ManagedFields({ form, offering }: { form: Form; offering: SelectedPublicOffering }) {
  const { draft, change, errorOf } = form;
  const offered = cloudsOf(offering);
  const clouds = useClouds(offered).data ?? [];
  const flavors = useCloudFlavors(draft.clouds[0] ?? offered[0] ?? '').data ?? [];
  const first = smallestFor(flavors, WORKER)?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the flavors have been read
  useEffect(() => {
    if (first && draft.agents.flavor === '') change({ agents: { ...draft.agents, flavor: first, data: 20 } });
  }, [first]);
  return (
    <>
      <MultiSelect
        label="Clouds"
        description="An odd number. A cluster in three clouds survives the loss of one cloud."
        required
        data={choicesOf(clouds)}
        value={draft.clouds}
        error={errorOf('clouds')}
        onChange={(chosen) => change({ clouds: chosen })}
      />
      <MachineFields
        {...{ form, flavors }}
        kind="agents"
        title="Workers in each cloud"
        keyOf="name"
        fewest={1}
        withData
      />
    </>
  );
}
