import { Select, Text, TextInput } from '@mantine/core';
import { dataOf } from '@paddock/client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { choicesOf } from '../../order/choices.ts';
import { useTemplates } from '../../order/order-queries.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import type { Cluster } from '../cluster/cluster-query.ts';
import { ChangePlan } from './change-plan.tsx';
import { type UpgradeDraft, upgradeRequest } from './upgrade-request.ts';

type Body = NonNullable<ReturnType<typeof upgradeRequest>>;

const upgrade = (uuid: string, body: Body, dry_run: boolean) =>
  dataOf(
    api.POST('/api/rancher-clusters/{uuid}/upgrade_cluster_api/', {
      params: { path: { uuid }, query: { dry_run } },
      body,
    }),
  );

/** Upgrades Kubernetes in a Cluster API cluster. The dialog first shows the plan of a dry run. */
export function UpgradeByTemplateDialog({ cluster, isOpen, onClose }: DialogProps & { cluster: Cluster }) {
  const [draft, setDraft] = useState<UpgradeDraft>({ template: '', version: '', image: '' });
  const body = upgradeRequest(draft);
  const { plan, error } = useDryRun({
    ...{ key: ['cluster', cluster.uuid, 'upgrade'], wanted: body && JSON.stringify(body) },
    read: (wanted: string) => upgrade(cluster.uuid, JSON.parse(wanted), true),
  });
  const change = useChange((wanted: Body) => upgrade(cluster.uuid, wanted, false), onClose);
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Upgrade ${cluster.name}`}
      confirm="Upgrade"
      isDisabled={!plan}
      onConfirm={() => body && change.mutate(body)}
      action={change}
    >
      <Text size="sm">The cluster runs {cluster.kubernetes_version}. Machines are replaced by new ones.</Text>
      <UpgradeFields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
      {error && <ErrorAlert error={error} />}
      {plan && <ChangePlan plan={plan} />}
    </ActionDialog>
  );
}

type FieldsProps = { draft: UpgradeDraft; onChange: (changes: Partial<UpgradeDraft>) => void };

function UpgradeFields({ draft: { template, version, image }, onChange }: FieldsProps) {
  const templates = useTemplates().data ?? [];
  return (
    <>
      <Select
        label="Template"
        description="Only its version and its image are taken."
        placeholder="None: enter a version"
        clearable
        clearButtonProps={{ 'aria-label': 'No template' }}
        data={choicesOf(templates)}
        value={template || null}
        onChange={(chosen) => onChange({ template: chosen ?? '' })}
        data-autofocus
      />
      {template === '' && (
        <>
          <TextInput
            label="New version"
            placeholder="v1.34.2"
            value={version}
            onChange={({ currentTarget }) => onChange({ version: currentTarget.value.trim() })}
          />
          <TextInput
            label="Image"
            description="Name or id of an image with this version. Empty: the image that the machines have."
            value={image}
            onChange={({ currentTarget }) => onChange({ image: currentTarget.value.trim() })}
          />
        </>
      )}
    </>
  );
}
