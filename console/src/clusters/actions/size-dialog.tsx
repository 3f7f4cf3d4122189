import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PlanLines } from './plan-lines.tsx';
import { stepLine } from './step-line.ts';

/** A pool or a node group, whose number of machines can be set. */
type Group = {
  /**
   * The query key of the plan. The key begins with the cluster's key, so a new read of the cluster also causes a new
   * read of the plan.
   */
  key: readonly string[];
  /** The group's name in texts: `the pool workers`. */
  title: string;
  name: string;
  count: number;
  most: number;
  /** Whether the user may send the same number again, to continue an interrupted change. */
  isInterrupted: boolean;
  /** Sets the number, or with `dry_run` only returns the steps. */
  resize: (count: number, dry_run: boolean) => Promise<{ steps: readonly Parameters<typeof stepLine>[0][] }>;
};

/** Opens the dialog that sets the number of machines of a group. */
export function SizeButton({ group }: { group: Group }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        mb="xs"
        onClick={() => setOpen(true)}
        aria-label={`Scale ${group.name}`}
      >
        Scale
      </Button>
      {isOpen && <SizeDialog group={group} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Sets the number of machines. The dialog first shows the plan of a dry run. */
function SizeDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { key, title, count, most, isInterrupted, resize } = group;
  const [wanted, setWanted] = useState(count);
  const { plan, error } = useDryRun({ key: [...key, 'size'], wanted, read: (number: number) => resize(number, true) });
  const change = useChange(() => resize(wanted, false), onClose);
  return (
    <ActionDialog
      {...{ isOpen: true, onClose }}
      title={`Scale ${title}`}
      confirm="Scale"
      isDangerous={wanted < count}
      isDisabled={!plan || (wanted === count && !isInterrupted)}
      onConfirm={() => change.mutate()}
      action={change}
    >
      <NumberField label="Machines" min={0} max={most} value={wanted} onChange={setWanted} data-autofocus />
      {error && <ErrorAlert error={error} />}
      {plan && <PlanLines lines={plan.steps.map(stepLine)} />}
    </ActionDialog>
  );
}
