import { Text } from '@mantine/core';
import { type ClusterApiChange, dataOf } from '@paddock/client';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { ActionDialog, type DialogProps } from '../../ui/action-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import type { Cluster } from '../cluster/cluster-query.ts';
import { ChangePlan } from './change-plan.tsx';

type Props = DialogProps & { cluster: Cluster };

/** The dialog that gives the control plane new certificates. */
export const RenewDialog = ({ cluster: { uuid }, ...dialog }: Props) => (
  <RotationDialog
    {...dialog}
    uuid={uuid}
    title="Renew the certificates?"
    confirm="Renew"
    text="Replaces the machines of the control plane, one by one. Kubeconfigs stay valid."
    rotate={(dry_run) =>
      dataOf(
        api.POST('/api/rancher-clusters/{uuid}/renew_certificates/', {
          params: { path: { uuid }, query: { dry_run } },
        }),
      )
    }
  />
);

/** The dialog that replaces a cluster's application credential in its cloud. */
export const RotateCredentialDialog = ({ cluster: { uuid }, ...dialog }: Props) => (
  <RotationDialog
    {...dialog}
    uuid={uuid}
    title="Rotate the credential?"
    confirm="Rotate"
    text="Makes a new application credential. Programs using it restart. The old one is deleted in about ten minutes."
    rotate={(dry_run) =>
      dataOf(
        api.POST('/api/rancher-clusters/{uuid}/rotate_credentials/', {
          params: { path: { uuid }, query: { dry_run } },
        }),
      )
    }
  />
);

type RotationProps = DialogProps & {
  uuid: string;
  title: string;
  confirm: string;
  text: string;
  rotate: (dry_run: boolean) => Promise<ClusterApiChange>;
};

function RotationDialog({ isOpen, onClose, uuid, title, confirm, text, rotate }: RotationProps) {
  const { plan, error } = useDryRun({ key: ['cluster', uuid, 'rotation'], wanted: title, read: () => rotate(true) });
  const change = useChange(() => rotate(false), onClose);
  return (
    <ActionDialog
      {...{ isOpen, onClose, title, confirm }}
      isDisabled={!plan}
      onConfirm={() => change.mutate()}
      action={change}
    >
      <Text size="sm">{text}</Text>
      {error && <ErrorAlert error={error} />}
      {plan && <ChangePlan plan={plan} />}
    </ActionDialog>
  );
}
