import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PlanLines } from './plan-lines.tsx';
import { stepLine } from './step-line.ts';

/** Machines whose number can be set: those of a pool, or of a node group. */
type Group = {
  /** Begins with the cluster's key, because its plan is read again with the cluster. */
  key: readonly string[];
  /** As people read it: `the pool workers`. */
  title: string;
  name: string;
  count: number;
  most: number;
  /** Whether the same number can be ordered again, to go on with a change that was interrupted. */
  isInterrupted: boolean;
  /** Sets the number, or only says what this would do. */
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

/** Sets the number of machines, after the plan of the dry run was shown. */
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
