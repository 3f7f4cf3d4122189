import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from './action-dialog.tsx';

type Props = {
  /** What is done, as the buttons say it: `Delete`. */
  word: string;
  /** The button for screen readers: what is done to which object. */
  label: string;
  title: string;
  change: () => Promise<unknown>;
  /** What is lost. */
  children: ReactNode;
};

/** A button of a row that asks before something is lost. */
export function ConfirmButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)} aria-label={props.label}>
        {props.word}
      </Button>
      {isOpen && <Confirmation {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Is made again each time it is opened, so that it begins without the error of the last time. */
function Confirmation({ word, title, change, children, onClose }: Props & { onClose: () => void }) {
  const action = useChange(change, onClose);
  return (
    <ActionDialog
      {...{ title, onClose, action, isOpen: true }}
      confirm={word}
      isDangerous
      onConfirm={() => action.mutate()}
    >
      {children}
    </ActionDialog>
  );
}
