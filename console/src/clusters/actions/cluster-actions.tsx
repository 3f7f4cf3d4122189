import { Button, Menu } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useMe } from '../../api/session.ts';
import type { DialogProps } from '../../ui/action-dialog.tsx';
import type { Cluster } from '../cluster/cluster-query.ts';
import type { Driver } from '../cluster/parts-query.ts';
import { RenewDialog, RotateCredentialDialog } from '../cluster-api/rotation-dialogs.tsx';
import { UpgradeByTemplateDialog } from '../cluster-api/upgrade-by-template-dialog.tsx';
import { type Action, actionsOf, type Interrupted, isRunning } from './actions-of.ts';
import { AddNodeDialog } from './add-node-dialog.tsx';
import { HibernateDialog, WakeDialog } from './hibernate-dialog.tsx';
import { KubeconfigButton } from './kubeconfig-button.tsx';
import { mayAddNode, mayGetKubeconfig, mayManage } from './may-manage.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { TerminateDialog } from './terminate-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

type Dialogs = Readonly<Record<Action, ComponentType<DialogProps & { cluster: Cluster }>>>;
const DIALOGS: Dialogs = {
  'Add a node': AddNodeDialog,
  Upgrade: UpgradeDialog,
  Hibernate: HibernateDialog,
  'Wake up': WakeDialog,
  'Rotate certificates': RotateDialog,
  'Renew certificates': RenewDialog,
  'Rotate the credential': RotateCredentialDialog,
  Terminate: TerminateDialog,
};
const dialogsOf = (driver: Driver | undefined): Dialogs =>
  driver === 'cluster-api' ? { ...DIALOGS, Upgrade: UpgradeByTemplateDialog } : DIALOGS;

type Props = { cluster: Cluster; driver: Driver | undefined; interrupted: Interrupted };

/** Shows the actions that are possible now, and that the user may carry out. */
export function ClusterActions({ cluster, driver, interrupted }: Props) {
  const me = useMe().data;
  const [chosen, setChosen] = useState<Action>();
  if (!me || !mayManage(me, cluster)) return null;
  const actions = actionsOf(driver, cluster, interrupted).filter(
    (action) => action !== 'Add a node' || mayAddNode(me, cluster),
  );
  const Dialog = chosen && dialogsOf(driver)[chosen];
  return (
    <>
      {isRunning(cluster) && mayGetKubeconfig(me, cluster) && <KubeconfigButton cluster={cluster} />}
      {actions.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">Actions</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item key={action} onClick={() => setChosen(action)}>
                {action}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {Dialog && <Dialog cluster={cluster} isOpen onClose={() => setChosen(undefined)} />}
    </>
  );
}
