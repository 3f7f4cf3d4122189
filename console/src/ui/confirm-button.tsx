import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from './action-dialog.tsx';

type Props = {
  /** The verb on the buttons: `Delete`. */
  word: string;
  /** The button's label for screen readers. It names the action and the object. */
  label: string;
  title: string;
  change: () => Promise<unknown>;
  /** The text that says what the action deletes. */
  children: ReactNode;
};

/** A button in a table row that asks for a confirmation before it deletes something. */
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

/** React mounts this component again at each opening, so the dialog does not show an earlier error. */
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
