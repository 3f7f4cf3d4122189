import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { isBusy } from '../../ui/state-label.ts';
import type { Cluster } from '../cluster/cluster-query.ts';
import { AddNodeDialog } from './add-node-dialog.tsx';
import { HibernateDialog } from './hibernate-dialog.tsx';
import { KubeconfigButton } from './kubeconfig-button.tsx';
import { mayManage } from './may-manage.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { TerminateDialog } from './terminate-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const DIALOGS = {
  'Add a node': AddNodeDialog,
  Upgrade: UpgradeDialog,
  Hibernate: HibernateDialog,
  'Rotate certificates': RotateDialog,
  Terminate: TerminateDialog,
} as const;
type Action = keyof typeof DIALOGS;
const ACTIONS = Object.keys(DIALOGS).filter((name): name is Action => name in DIALOGS);

const labelOf = (action: Action, { hibernation }: Cluster): string =>
  action === 'Hibernate' && hibernation.status !== 'AWAKE' ? 'Wake up' : action;

/** What can be done with a cluster now, by somebody who may change it. */
export function ClusterActions({ cluster }: { cluster: Cluster }) {
  const me = useMe().data;
  const [chosen, setChosen] = useState<Action>();
  const { state } = cluster;
  if (!me || !mayManage(me, cluster)) return null;
  const actions = state === 'OK' ? ACTIONS : ACTIONS.filter((action) => action === 'Terminate');
  const Dialog = chosen && DIALOGS[chosen];
  return (
    <>
      {state === 'OK' && <KubeconfigButton cluster={cluster} />}
      {!isBusy(state) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">Actions</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item key={action} onClick={() => setChosen(action)}>
                {labelOf(action, cluster)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {Dialog && <Dialog cluster={cluster} isOpen onClose={() => setChosen(undefined)} />}
    </>
  );
}
