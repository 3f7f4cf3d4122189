import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';

export type DialogProps = { isOpen: boolean; onClose: () => void };

type Props = DialogProps & {
  title: string;
  /** The text of the button that confirms the action. */
  confirm: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
  action: { isPending: boolean; error: unknown };
  children: ReactNode;
};

/**
 * A dialog that describes an action before the user confirms it. If the API refuses the action, the dialog shows the
 * reason.
 */
export function ActionDialog({
  title,
  confirm,
  isDangerous,
  isDisabled,
  isOpen,
  onClose,
  onConfirm,
  action,
  children,
}: Props) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Stack>
          {children}
          {action.error ? <ErrorAlert error={action.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={isDisabled ?? false}
              loading={action.isPending}
              {...(isDangerous && { color: 'red' })}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
