import { Alert, List, Select, Text } from '@mantine/core';
import { dataOf, type UpgradePlan } from '@paddock/client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { useVersions } from '../../order/order-queries.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import type { Cluster } from '../cluster/cluster-query.ts';
import { upgradeText } from './machines-text.ts';
import { upgradeChoices } from './upgrade-choices.ts';

const upgrade = (uuid: string, kubernetes_version: string, dry_run: boolean) =>
  dataOf(
    api.POST('/api/rancher-clusters/{uuid}/upgrade/', {
      params: { path: { uuid } },
      body: { kubernetes_version, dry_run },
    }),
  );

/** Upgrades Kubernetes. The dialog first shows the plan of a dry run. */
export function UpgradeDialog({ cluster, isOpen, onClose }: DialogProps & { cluster: Cluster }) {
  const [version, setVersion] = useState(cluster.upgrade?.to_version ?? null);
  const versions = useVersions(cluster.marketplace_offering_uuid).data ?? [];
  const { plan, error } = useDryRun({
    ...{ key: ['cluster', cluster.uuid, 'upgrade'], wanted: version ?? undefined },
    read: (wanted: string) => upgrade(cluster.uuid, wanted, true),
  });
  const change = useChange(() => upgrade(cluster.uuid, version ?? '', false), onClose);
  return (
    <ActionDialog
      {...{ isOpen, onClose }}
      title={`Upgrade ${cluster.name}`}
      confirm="Upgrade"
      isDisabled={!plan}
      onConfirm={() => change.mutate()}
      action={change}
    >
      <Text size="sm">
        The cluster runs {cluster.kubernetes_version}.
        {cluster.upgrade && ` An upgrade to ${cluster.upgrade.to_version} was interrupted, and can be continued.`}
      </Text>
      <Select
        label="New version"
        placeholder="Choose a version"
        data={upgradeChoices(
          versions.map((one) => one.version),
          cluster,
        )}
        value={version}
        onChange={setVersion}
        nothingFoundMessage="There is no other version."
        data-autofocus
      />
      {error && <ErrorAlert error={error} />}
      {plan && <PlanOfUpgrade plan={plan} />}
    </ActionDialog>
  );
}

function PlanOfUpgrade({ plan }: { plan: UpgradePlan }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {upgradeText(plan)}
      </Text>
      {plan.nodes.length > 0 && (
        <List size="sm">
          {plan.nodes.map(({ uuid, name, role }) => (
            <List.Item key={uuid}>
              {name} ({role})
            </List.Item>
          ))}
        </List>
      )}
      {plan.warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="outline" title="Consider">
          {warning}
        </Alert>
      ))}
    </>
  );
}
